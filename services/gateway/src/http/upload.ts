import { isUtf8 } from 'node:buffer';
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Upload } from '@docfleet/api/route';
import { AppError } from '@docfleet/errors';
import type { Request, Response } from 'express';
import multer from 'multer';
import type { SpoolQuota } from './spool.ts';

const sentences: Partial<Record<multer.ErrorCode, string>> = {
  LIMIT_FILE_COUNT: 'The form has more than one file',
  LIMIT_FIELD_COUNT: 'The form has too many fields',
  LIMIT_PART_COUNT: 'The form has too many parts',
  LIMIT_FIELD_KEY: 'The form has a field whose name is too long',
  LIMIT_FIELD_VALUE: 'The form has a field that is too long',
};

/** A longer name of a field is not repeated. */
const maxFieldLength = 40;

/** Describes the fault of a form. */
function sentenceOf({ code, field = '' }: multer.MulterError): string | undefined {
  if (code !== 'LIMIT_UNEXPECTED_FILE') return sentences[code];
  const sent = field.length > 0 && field.length <= maxFieldLength ? JSON.stringify(field) : 'another';
  return `The form has its file in the field ${sent}; it belongs into "file"`;
}

const isNodeError = (error: unknown) => error instanceof Error && 'code' in error && 'syscall' in error;

/** Returns the error for a form that could not be read: the client's fault, unless the disk failed. */
function uploadRefused(cause: unknown): unknown {
  if (isNodeError(cause)) return cause;
  const sentence = cause instanceof multer.MulterError ? sentenceOf(cause) : undefined;
  return new AppError(
    'INVALID_REQUEST',
    sentence ?? 'The body is not a complete and well-formed multipart form',
    {
      cause,
    },
  );
}

const maxNameLength = 255;
/** Half of a surrogate pair that remains when a name is cut within a character. */
const halfCharacter = /[\uD800-\uDBFF]$/;

/** Control characters and marks that are not drawn, but for the two that join and part letters, which Persian, Hindi and emoji are spelled with. */
const unseen = /(?![\u200c\u200d])[\p{Cc}\p{Cf}]/gu;
const joiners = /^[\u200c\u200d]*$/;

/**
 * Returns the last segment of a path that a client sent, without control characters and cut to 255 characters before its extension; `file`
 * when nothing remains.
 */
export function fileNameOf(sent: string): string {
  const text = decodeName(sent);
  const base = text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1);
  const name = base.replace(unseen, '').trim();
  if (joiners.test(name) || name === '.' || name === '..') return 'file';
  if (name.length <= maxNameLength) return name;
  const [extension = ''] = /\.[A-Za-z0-9]{1,16}$/.exec(name) ?? [];
  return `${name.slice(0, maxNameLength - extension.length).replace(halfCharacter, '')}${extension}`;
}

/** Decodes a name whose bytes were read as Latin-1: most clients send UTF-8, some windows-1252. */
function decodeName(sent: string): string {
  // It came in an encoding that it named, and has been decoded.
  if (/[^\0-\xff]/.test(sent)) return sent;
  const bytes = Buffer.from(sent, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : new TextDecoder('windows-1252').decode(bytes);
}

interface UploadOptions {
  readonly directory: string;
  readonly fileBytes: number;
  readonly quota: SpoolQuota;
}

/** Maximum bytes of a form besides its file: boundaries, headers and small fields. */
const formOverheadBytes = 1_000_000;
const formLimits = {
  files: 1,
  fields: 20,
  parts: 30,
  fieldNameSize: 100,
  fieldSize: 100_000,
  headerPairs: 50,
};

type Spooled = Pick<Upload, 'path' | 'size' | 'sha256'>;

/** Writes one stream to disk and hashes it on the way; never holds more than a few chunks. */
async function spool(
  source: Readable,
  path: string,
  { quota, signal }: { quota: SpoolQuota; signal: AbortSignal },
): Promise<Spooled> {
  const hash = createHash('sha256');
  let size = 0;
  await pipeline(
    source,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        size += chunk.length;
        quota.add(chunk.length);
        yield chunk;
      }
    },
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    { signal },
  );
  return { path, size, sha256: hash.digest() };
}

/** Runs multer once. As it would read a refused body to its end first, `refuse` reports an oversized file at once. */
function readForm(
  request: Request,
  response: Response,
  { fileBytes, store }: { fileBytes: number; store: (source: Readable) => Promise<Spooled> },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const tooLarge = () =>
      reject(
        new AppError(
          'FILE_TOO_LARGE',
          `The file is larger than the limit of ${fileBytes} bytes: split it, or ask the operator for a higher limit`,
        ),
      );
    let received = 0;
    request.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > fileBytes + formOverheadBytes) tooLarge();
    });
    const storage: multer.StorageEngine = {
      _handleFile(_request, file, done) {
        file.stream.once('limit', tooLarge);
        store(file.stream).then((spooled) => done(null, spooled), done);
      },
      _removeFile: (_request, _file, done) => done(null),
    };
    const form = multer({
      storage,
      limits: { ...formLimits, fileSize: fileBytes },
      defParamCharset: 'latin1',
    });
    form.single('file')(request, response, (error: unknown) =>
      error ? reject(uploadRefused(error)) : resolve(),
    );
  });
}

function requireForm(contentType: string | undefined): void {
  const mediaType = (contentType ?? '').split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'multipart/form-data')
    throw new AppError(
      'UNSUPPORTED_MEDIA_TYPE',
      'The body must be a form with a file: Content-Type: multipart/form-data',
    );
}

/**
 * Receives a form with its one `file`, before or after the fields, and passes both to `work`. The file is undefined when the form has none.
 * It is deleted from the disk when the returned promise settles.
 */
export async function withUpload<Result>(
  request: Request,
  response: Response,
  { directory, fileBytes, quota }: UploadOptions,
  work: (fields: unknown, file: Upload | undefined) => Promise<Result>,
): Promise<Result> {
  const path = join(directory, `upload-${randomUUID()}`);
  const ended = new AbortController();
  let spooling: Promise<Spooled> | undefined;
  const store = (source: Readable) => (spooling ??= spool(source, path, { quota, signal: ended.signal }));
  try {
    requireForm(request.headers['content-type']);
    await readForm(request, response, { fileBytes, store });
    const { file } = request;
    const spooled = await spooling;
    if (!file || !spooled) return await work(request.body, undefined);
    return await work(request.body, {
      ...spooled,
      fileName: fileNameOf(file.originalname),
      mimeType: file.mimetype,
    });
  } finally {
    ended.abort();
    await spooling?.catch(() => {});
    await rm(path, { force: true });
    quota.close();
  }
}

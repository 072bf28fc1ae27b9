import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { isNativeError } from 'node:util/types';
import { type ChunkConfig, type DocfleetClient, DocfleetError, type Metadata } from '@docfleet/sdk';
import type { SourceFile } from './list-files.ts';
import type { Outcome } from './reporter.ts';

/** Options that all files of a command share. */
export interface UploadOptions {
  readonly namespaceId: string;
  readonly metadata?: Metadata;
  readonly chunkConfig?: ChunkConfig;
  readonly ocrConfig?: { readonly strategy: 'STANDARD_OCR' };
  readonly htmlContent?: 'WHOLE';
}

/** Waiting for one's turn is no failure: a folder has more files than a minute has requests. */
const maxRetries = 10;

/** These fail one file; all others would fail the next, too. */
const failsThisFile = new Set([400, 413, 415, 422]);

interface Uploaded {
  readonly outcome: Outcome;
  /** SHA-256 of the sent bytes, in hexadecimal digits. */
  readonly sha256: string;
}

/** Sends a file as it is read and returns ACCEPTED, or FAILED where another file may do better. */
export async function upload(
  client: DocfleetClient,
  file: SourceFile,
  options: UploadOptions,
): Promise<Uploaded> {
  let hash = createHash('sha256');
  const open = () => {
    hash = createHash('sha256');
    return Readable.toWeb(Readable.from(hashed(createReadStream(file.path), hash))) as ReadableStream;
  };
  const facts = { source: file.path, externalId: file.externalId };
  const failed = (error: string): Uploaded => {
    const nothing = { documentId: null, ingestJobRunId: null };
    return { outcome: { ...facts, ...nothing, status: 'FAILED', error }, sha256: hash.digest('hex') };
  };
  if (file.unreadable !== undefined) return failed(file.unreadable);
  try {
    await access(file.path, constants.R_OK);
    const { documents, ingestJobRunId } = await client.ingest.file(
      {
        ...options,
        config: { name: file.name, externalId: file.externalId },
        file: { name: basename(file.path), content: open },
      },
      { maxRetries },
    );
    const documentId = documents[0]?.id ?? null;
    const outcome = { ...facts, status: 'ACCEPTED' as const, documentId, ingestJobRunId, error: null };
    return { outcome, sha256: hash.digest('hex') };
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    return failed(reason);
  }
}

/** The parts of a file as they are, counted into its hash. */
async function* hashed(parts: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const part of parts) {
    hash.update(part);
    yield part;
  }
}

/** Errors of files have a path, or come from reading; those of connections have an address. */
const isOfFile = (error: object) => 'path' in error || ('syscall' in error && error.syscall === 'read');

/** Why this file cannot be sent; undefined when the reason is not the file. */
function reasonOf(error: unknown): string | undefined {
  const { cause } = error as { cause?: unknown };
  for (const each of [error, cause])
    if (isNativeError(each) && 'syscall' in each && isOfFile(each)) return each.message;
  if (!(error instanceof DocfleetError)) return undefined;
  return failsThisFile.has(error.status ?? 0) ? error.message : undefined;
}

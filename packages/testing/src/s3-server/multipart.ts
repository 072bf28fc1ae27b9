import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { readDocument } from './buckets.ts';
import { answer, type Exchange, respondXml } from './exchange.ts';
import type { StoredObject } from './object-storage.ts';
import { described } from './objects.ts';
import { type ReceivedBody, receiveBody } from './receive-body.ts';
import { S3Error } from './s3-error.ts';
import { elementsOf, textOf } from './xml.ts';

const minPartBytes = 5 * 2 ** 20;
const maxParts = 10_000;

interface PendingUpload {
  readonly bucket: string;
  readonly key: string;
  readonly description: Pick<StoredObject, 'contentType' | 'headers'>;
  readonly parts: Map<number, ReceivedBody>;
  readonly begunAt: Date;
}

/** Pending multipart uploads, which are kept in memory alone. */
export interface MultipartUploads {
  create(exchange: Exchange): void;
  uploadPart(exchange: Exchange): Promise<void>;
  complete(exchange: Exchange): Promise<void>;
  abort(exchange: Exchange): Promise<void>;
  /** Handles ListMultipartUploads. */
  list(exchange: Exchange): void;
}

/** Returns the parts that a client names, verified against those that were received. */
function namedParts(document: string, upload: PendingUpload): ReceivedBody[] {
  const parts = elementsOf(document, 'Part').map((element) => {
    const part = upload.parts.get(Number(textOf(element, 'PartNumber')));
    if (part?.etag !== textOf(element, 'ETag')?.replaceAll('"', ''))
      throw new S3Error(400, 'InvalidPart', 'One or more of the specified parts could not be found.');
    return part as ReceivedBody;
  });
  if (parts.length === 0) throw new S3Error(400, 'MalformedXML');
  if (parts.slice(0, -1).some((part) => part.size < minPartBytes))
    throw new S3Error(
      400,
      'EntityTooSmall',
      'Your proposed upload is smaller than the minimum allowed object size.',
    );
  return parts;
}

async function joinParts(parts: readonly ReceivedBody[], file: string): Promise<ReceivedBody> {
  for (const part of parts)
    await pipeline(createReadStream(part.file), createWriteStream(file, { flags: 'a' }));
  const md5 = createHash('md5');
  for (const part of parts) md5.update(Buffer.from(part.etag, 'hex'));
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  return { file, size, etag: `${md5.digest('hex')}-${parts.length}`, checksums: {} };
}

function respondPending(exchange: Exchange, pending: ReadonlyMap<string, PendingUpload>): void {
  const prefix = exchange.query.get('prefix') ?? '';
  const uploads = [...pending].filter(
    ([, { bucket, key }]) => bucket === exchange.bucket && key.startsWith(prefix),
  );
  respondXml(exchange, 200, {
    ListMultipartUploadsResult: {
      Bucket: exchange.bucket,
      IsTruncated: false,
      Upload: uploads.map(([UploadId, { key, begunAt }]) => ({
        Key: key,
        UploadId,
        Initiated: begunAt.toISOString(),
      })),
    },
  });
}

export function createMultipartUploads(): MultipartUploads {
  const pending = new Map<string, PendingUpload>();

  const requireUpload = ({ query }: Exchange): PendingUpload => {
    const upload = pending.get(query.get('uploadId') ?? '');
    if (!upload) throw new S3Error(404, 'NoSuchUpload', 'The specified multipart upload does not exist.');
    return upload;
  };
  const forget = async (exchange: Exchange, upload: PendingUpload) => {
    pending.delete(exchange.query.get('uploadId') ?? '');
    for (const part of upload.parts.values()) await rm(part.file, { force: true });
  };

  return {
    create(exchange) {
      const { bucket, key, message } = exchange;
      const UploadId = randomUUID();
      const description = described(message.headers);
      pending.set(UploadId, { bucket, key, description, parts: new Map(), begunAt: new Date() });
      respondXml(exchange, 200, { InitiateMultipartUploadResult: { Bucket: bucket, Key: key, UploadId } });
    },
    async uploadPart(exchange) {
      const upload = requireUpload(exchange);
      const number = Number(exchange.query.get('partNumber'));
      if (!(number >= 1 && number <= maxParts)) throw new S3Error(400, 'InvalidArgument');
      const { message, payload, storage } = exchange;
      const part = await receiveBody(message, payload, storage.incomingFile());
      if (!pending.has(exchange.query.get('uploadId') ?? '')) await rm(part.file, { force: true });
      requireUpload(exchange); // It may have been aborted meanwhile.
      const before = upload.parts.get(number);
      upload.parts.set(number, part);
      if (before) await rm(before.file, { force: true });
      answer(exchange, 200, { etag: `"${part.etag}"`, ...part.checksums });
    },
    async complete(exchange) {
      const upload = requireUpload(exchange);
      const parts = namedParts(await readDocument(exchange), upload);
      const joined = await joinParts(parts, exchange.storage.incomingFile());
      const { bucket, key, description } = upload;
      const { etag } = exchange.storage.store(bucket, { ...joined, ...description, key });
      await forget(exchange, upload);
      respondXml(exchange, 200, {
        CompleteMultipartUploadResult: { Bucket: bucket, Key: key, ETag: `"${etag}"` },
      });
    },
    async abort(exchange) {
      await forget(exchange, requireUpload(exchange));
      answer(exchange, 204);
    },
    list: (exchange) => respondPending(exchange, pending),
  };
}

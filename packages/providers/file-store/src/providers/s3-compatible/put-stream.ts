import { addAbortSignal, type Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { AppError } from '@docfleet/errors';
import { orAborted } from '../../or-aborted.ts';
import type { S3Connection } from './client.ts';
import type { Deadlines } from './deadline.ts';

interface UnfinishedUpload {
  readonly Key: string;
  readonly UploadId: string;
  readonly begunAt: number;
}

async function* listUnfinished(
  { ask, bucket: Bucket }: S3Connection,
  Prefix: string,
  signal: AbortSignal,
  { responseMs }: Deadlines,
): AsyncGenerator<UnfinishedUpload> {
  let marker: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {};
  while (marker) {
    const page = await ask(signal, responseMs, (client, abort) =>
      client.send(new ListMultipartUploadsCommand({ Bucket, Prefix, ...marker }), abort),
    );
    // Some stores ignore the prefix, and other namespaces and programs use the bucket.
    for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
      if (Key?.startsWith(Prefix) && UploadId !== undefined)
        yield { Key, UploadId, begunAt: Initiated?.getTime() ?? Date.now() };
    marker = page.IsTruncated
      ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
      : undefined;
  }
}

/**
 * Aborts the uploads below a prefix that were begun before a moment and never finished: a bucket keeps, and bills, their parts without listing
 * them as objects. Returns how many; none where the store has no such listing, or the credentials may not read it.
 */
export async function abortUnfinished(
  connection: S3Connection,
  { prefix, begunBefore }: { readonly prefix: string; readonly begunBefore: number },
  signal: AbortSignal,
  deadlines: Deadlines,
): Promise<number> {
  const { ask, bucket: Bucket } = connection;
  let aborted = 0;
  try {
    for await (const { Key, UploadId, begunAt } of listUnfinished(connection, prefix, signal, deadlines)) {
      if (begunAt >= begunBefore) continue;
      await ask(signal, deadlines.responseMs, (client, abort) =>
        client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }), abort),
      );
      aborted += 1;
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'PROVIDER_REJECTED') throw error;
  }
  return aborted;
}

/** Cuts a stream into parts of exactly `size` bytes, but for the last, which may be shorter or empty. */
async function* partsOf(body: Readable, size: number): AsyncGenerator<Buffer> {
  let part = Buffer.allocUnsafe(size);
  let filled = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array | string>) {
    let rest = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    while (rest.length > 0) {
      if (filled === size) {
        yield part;
        part = Buffer.allocUnsafe(size);
        filled = 0;
      }
      const taken = rest.subarray(0, size - filled);
      part.set(taken, filled);
      filled += taken.length;
      rest = rest.subarray(taken.length);
    }
  }
  yield part.subarray(0, filled);
}

/** At most 10,000 parts an object: 80 GB. S3's smallest part is 5 MB. */
const partBytes = 8 * 2 ** 20;
const partsInFlight = 2;

export interface PutTarget {
  readonly Key: string;
  readonly ContentType: string;
}

/** Writes bytes that are already in memory in one request. */
export async function putBytes(
  { ask, bucket }: S3Connection,
  target: PutTarget,
  bytes: Uint8Array,
  signal: AbortSignal,
  deadlines: Deadlines,
): Promise<number> {
  await ask(signal, deadlines.partMs, (client, abort) =>
    client.send(new PutObjectCommand({ Bucket: bucket, ...target, Body: bytes }), abort),
  );
  return bytes.length;
}

interface Upload extends Deadlines {
  readonly connection: S3Connection;
  readonly object: { readonly Bucket: string; readonly Key: string; readonly UploadId: string };
}

/** Sends the parts, two at a time, and resolves with the list that completes the upload. */
async function sendParts(
  upload: Upload,
  first: Buffer,
  rest: AsyncGenerator<Buffer>,
  body: Readable,
  signal: AbortSignal,
): Promise<{ parts: CompletedPart[]; size: number }> {
  const parts: CompletedPart[] = [];
  const failure = new AbortController();
  const either = AbortSignal.any([signal, failure.signal]);
  addAbortSignal(either, body);
  let size = 0;
  const send = async (Body: Buffer) => {
    const part: CompletedPart & { PartNumber: number } = { PartNumber: parts.length + 1 };
    parts.push(part);
    size += Body.length;
    const { connection, object, partMs } = upload;
    const { ETag } = await connection.ask(signal, partMs, (client, abort) =>
      client.send(new UploadPartCommand({ ...object, PartNumber: part.PartNumber, Body }), abort),
    );
    part.ETag = ETag;
  };
  const lane = async (begin: Buffer | undefined) => {
    try {
      if (begin) await send(begin);
      for (;;) {
        const next = await orAborted(rest.next(), either);
        if (next.done) return;
        await send(next.value);
      }
    } catch (error) {
      failure.abort(error);
    }
  };
  // A part that is still on its way when the upload is aborted could stay in the bucket: wait for both lanes.
  await Promise.all(
    Array.from({ length: partsInFlight }, (_, index) => lane(index === 0 ? first : undefined)),
  );
  either.throwIfAborted();
  return { parts, size };
}

async function completeUpload(upload: Upload, parts: CompletedPart[], signal: AbortSignal): Promise<void> {
  const command = new CompleteMultipartUploadCommand({ ...upload.object, MultipartUpload: { Parts: parts } });
  // Some stores join the parts before they answer.
  await upload.connection.ask(signal, upload.partMs, (client, abort) => client.send(command, abort));
}

async function abortUpload({ connection, object, responseMs }: Upload): Promise<void> {
  // Not the caller's signal, which may be the reason why the upload ends.
  await connection.ask(new AbortController().signal, responseMs, (client, abort) =>
    client.send(new AbortMultipartUploadCommand(object), abort),
  );
}

/**
 * Writes a stream of any length with at most three parts (24 MB) in memory. A short one is one request; a long one is a multipart
 * upload, which leaves nothing behind when it fails or is aborted.
 */
export async function putStream(
  connection: S3Connection,
  target: PutTarget,
  body: Readable,
  signal: AbortSignal,
  deadlines: Deadlines,
): Promise<number> {
  signal.throwIfAborted();
  const parts = partsOf(addAbortSignal(signal, body), partBytes);
  const { value: first } = await orAborted(parts.next(), signal);
  if (first.length < partBytes) return putBytes(connection, target, first, signal, deadlines);
  const { bucket: Bucket, ask } = connection;
  const { UploadId = '' } = await ask(signal, deadlines.responseMs, (client, abort) =>
    client.send(new CreateMultipartUploadCommand({ Bucket, ...target }), abort),
  );
  const upload = { ...deadlines, connection, object: { Bucket, Key: target.Key, UploadId } };
  try {
    const sent = await sendParts(upload, first, parts, body, signal);
    await completeUpload(upload, sent.parts, signal);
    return sent.size;
  } catch (error) {
    await abortUpload(upload).catch((abortError: unknown) => {
      if (!(error instanceof AppError)) throw error;
      const cause = new AggregateError([error, abortError], 'The parts of a failed upload were not removed');
      throw new AppError(error.code, error.message, { cause, details: error.details });
    });
    throw error;
  }
}

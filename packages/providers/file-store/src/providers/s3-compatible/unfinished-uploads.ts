import { AbortMultipartUploadCommand, ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { AppError } from '@docfleet/errors';
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

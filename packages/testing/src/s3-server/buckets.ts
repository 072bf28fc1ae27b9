import { readFile, rm } from 'node:fs/promises';
import { answer, type Exchange, respondXml } from './exchange.ts';
import { receiveBody } from './receive-body.ts';
import { S3Error } from './s3-error.ts';
import { elementsOf, textOf } from './xml.ts';

const maxDocumentBytes = 4 * 2 ** 20;

/** Reads an XML body that fits into memory. */
export async function readDocument({ message, payload, storage }: Exchange): Promise<string> {
  const body = await receiveBody(message, payload, storage.incomingFile());
  try {
    if (body.size > maxDocumentBytes) throw new S3Error(400, 'MaxMessageLengthExceeded');
    return await readFile(body.file, 'utf8');
  } finally {
    await rm(body.file);
  }
}

export function createBucket(exchange: Exchange): void {
  if (!exchange.storage.createBucket(exchange.bucket)) throw new S3Error(409, 'BucketAlreadyOwnedByYou');
  answer(exchange, 200, { location: `/${exchange.bucket}` });
}

export async function deleteObjects(exchange: Exchange): Promise<void> {
  const document = await readDocument(exchange);
  const keys = elementsOf(document, 'Object').map((object) => textOf(object, 'Key') ?? '');
  if (keys.length === 0 || keys.length > 1_000) throw new S3Error(400, 'MalformedXML');
  for (const key of keys) exchange.storage.remove(exchange.bucket, key);
  const quiet = textOf(document, 'Quiet') === 'true';
  respondXml(exchange, 200, {
    DeleteResult: quiet ? {} : { Deleted: keys.map((key) => ({ Key: key })) },
  });
}

/** Returns the index of the first key after `key` in byte order, by binary search. */
function placeAfter(keys: readonly string[], key: string): number {
  const wanted = Buffer.from(key);
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (Buffer.compare(Buffer.from(keys[middle] ?? ''), wanted) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface Page {
  readonly keys: string[];
  readonly folders: string[];
  /** Last key of the page; undefined on the last page. */
  readonly resumeAfter: string | undefined;
}

/** Returns one page of keys; those with the delimiter after the prefix are grouped as common prefixes. */
function pageOf(all: readonly string[], query: URLSearchParams, pageSize: number): Page {
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const size = Math.min(Number(query.get('max-keys') ?? pageSize), pageSize);
  const token = query.get('continuation-token');
  const after = token ? Buffer.from(token, 'base64url').toString() : (query.get('start-after') ?? '');
  const keys: string[] = [];
  const folders: string[] = [];
  let seen = after;
  for (let place = placeAfter(all, after); place < all.length; place += 1) {
    const key = all[place] ?? '';
    if (!key.startsWith(prefix)) continue;
    const cut = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
    const folder = cut < 0 ? undefined : key.slice(0, cut + delimiter.length);
    const known = folder !== undefined && (folders.at(-1) === folder || after.startsWith(folder));
    if (!known) {
      if (keys.length + folders.length >= size) return { keys, folders, resumeAfter: seen };
      if (folder === undefined) keys.push(key);
      else folders.push(folder);
    }
    seen = key;
  }
  return { keys, folders, resumeAfter: undefined };
}

/** Returns the RestoreStatus element for an `x-amz-restore` header; undefined without one. */
function restoreStatusOf(header: string | undefined) {
  if (header === undefined) return undefined;
  const [, expires] = /expiry-date="([^"]+)"/.exec(header) ?? [];
  return {
    IsRestoreInProgress: header.includes('ongoing-request="true"'),
    RestoreExpiryDate: expires && new Date(expires).toISOString(),
  };
}

/** Handles ListObjectsV2. */
export function listObjects(exchange: Exchange): void {
  const { storage, bucket, query, message } = exchange;
  const withRestore = message.headers['x-amz-optional-object-attributes'] === 'RestoreStatus';
  const { pageSize, repeatsPages } = storage.listing;
  const found = pageOf(storage.sortedKeys(bucket), query, pageSize);
  const page = repeatsPages ? { ...found, resumeAfter: '\u0001' } : found;
  const url = query.get('encoding-type') === 'url';
  const written = (key: string) =>
    // S3 writes a space as a form does.
    url ? encodeURIComponent(key).replaceAll('%2F', '/').replaceAll('%20', '+') : key;
  const contents = page.keys.map((key) => {
    const object = storage.find(bucket, key);
    return {
      Key: written(key),
      LastModified: object?.lastModified,
      ETag: `"${object?.etag}"`,
      Size: object?.size,
      StorageClass: object?.headers['x-amz-storage-class'] ?? 'STANDARD',
      RestoreStatus: withRestore ? restoreStatusOf(object?.headers['x-amz-restore']) : undefined,
    };
  });
  respondXml(exchange, 200, {
    ListBucketResult: {
      Name: bucket,
      Prefix: written(query.get('prefix') ?? ''),
      KeyCount: page.keys.length + page.folders.length,
      EncodingType: url ? 'url' : undefined,
      IsTruncated: page.resumeAfter !== undefined,
      NextContinuationToken:
        page.resumeAfter === undefined ? undefined : Buffer.from(page.resumeAfter).toString('base64url'),
      Contents: contents,
      CommonPrefixes: page.folders.map((folder) => ({ Prefix: written(folder) })),
    },
  });
}

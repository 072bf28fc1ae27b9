import { createReadStream } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { answer, type Exchange, respondXml } from './exchange.ts';
import type { StoredObject } from './object-storage.ts';
import { receiveBody } from './receive-body.ts';
import { S3Error } from './s3-error.ts';

const keptHeaders = [
  'content-disposition',
  'cache-control',
  'content-language',
  'expires',
  'x-amz-storage-class',
];
/** Storage classes whose objects are listed, but have to be restored before they can be read. */
const archived = ['GLACIER', 'DEEP_ARCHIVE'];

const isArchived = ({ headers }: StoredObject) =>
  archived.includes(headers['x-amz-storage-class'] ?? '') &&
  !headers['x-amz-restore']?.includes('ongoing-request="false"');

/** Returns the part of an object's description that comes from request headers. */
export function described(headers: IncomingHttpHeaders): Pick<StoredObject, 'contentType' | 'headers'> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    if (name.startsWith('x-amz-meta-') || keptHeaders.includes(name)) kept[name] = String(value);
  const encoding = headers['content-encoding']?.replace(/aws-chunked,?\s*/, '');
  if (encoding) kept['content-encoding'] = encoding;
  return { contentType: headers['content-type'] ?? 'application/octet-stream', headers: kept };
}

function requireObject({ storage, bucket, key }: Exchange): StoredObject {
  const object = storage.find(bucket, key);
  if (!object) throw new S3Error(404, 'NoSuchKey', 'The specified key does not exist.', { Key: key });
  return object;
}

function copyObject(exchange: Exchange, source: string): void {
  const { storage, bucket, key, message } = exchange;
  const [from = '', ...path] = decodeURIComponent(source).replace(/^\//, '').split('/');
  const original = requireObject({ ...exchange, bucket: from, key: path.join('/') });
  const file = storage.copyOf(original);
  const replaced =
    message.headers['x-amz-metadata-directive'] === 'REPLACE' ? described(message.headers) : {};
  const copy = storage.store(bucket, { ...original, ...replaced, key, file });
  respondXml(exchange, 200, {
    CopyObjectResult: { ETag: `"${copy.etag}"`, LastModified: copy.lastModified },
  });
}

export async function putObject(exchange: Exchange): Promise<void> {
  const { storage, bucket, key, message, payload } = exchange;
  const { 'if-none-match': condition, 'x-amz-copy-source': source } = message.headers;
  if (Buffer.byteLength(key) > 1_024) throw new S3Error(400, 'KeyTooLongError', 'Your key is too long');
  if (condition === '*' && storage.find(bucket, key))
    throw new S3Error(
      412,
      'PreconditionFailed',
      'At least one of the pre-conditions you specified did not hold',
    );
  if (source !== undefined) return copyObject(exchange, String(source));
  const received = await receiveBody(message, payload, storage.incomingFile());
  const object = storage.store(bucket, { ...received, ...described(message.headers), key });
  answer(exchange, 200, { etag: `"${object.etag}"`, ...object.checksums });
}

interface Span {
  readonly first: number;
  readonly last: number;
}

/** Returns the byte range of a Range header; undefined for the whole object. */
function wantedSpan(header: string | undefined, size: number): Span | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (first > last)
    throw new S3Error(416, 'InvalidRange', 'The requested range is not satisfiable', {
      ActualObjectSize: String(size),
    });
  return { first, last };
}

function objectHeaders(object: StoredObject, exchange: Exchange): Record<string, string> {
  const { query, message } = exchange;
  const headers: Record<string, string> = {
    ...object.headers,
    etag: `"${object.etag}"`,
    'last-modified': new Date(object.lastModified).toUTCString(),
    'accept-ranges': 'bytes',
    'content-type': query.get('response-content-type') ?? object.contentType,
    // Checksums are of the whole, so that a part goes without.
    ...(message.headers['x-amz-checksum-mode'] && !message.headers.range ? object.checksums : {}),
  };
  const disposition = query.get('response-content-disposition');
  if (disposition !== null) headers['content-disposition'] = disposition;
  return headers;
}

/** Handles GetObject and HeadObject. */
export async function getObject(exchange: Exchange): Promise<void> {
  const { message, response } = exchange;
  const object = requireObject(exchange);
  if (message.headers['if-none-match'] === `"${object.etag}"`) return answer(exchange, 304);
  if (exchange.method === 'GET' && isArchived(object))
    throw new S3Error(403, 'InvalidObjectState', "The operation is not valid for the object's storage class");
  const headers = objectHeaders(object, exchange);
  const span = wantedSpan(message.headers.range, object.size);
  const { first, last } = span ?? { first: 0, last: object.size - 1 };
  headers['content-length'] = String(last - first + 1);
  if (span) headers['content-range'] = `bytes ${first}-${last}/${object.size}`;
  response.writeHead(span ? 206 : 200, headers);
  if (exchange.method === 'HEAD' || object.size === 0) return void response.end();
  await pipeline(createReadStream(object.file, { start: first, end: last }), response);
}

export async function deleteObject(exchange: Exchange): Promise<void> {
  exchange.storage.remove(exchange.bucket, exchange.key);
  answer(exchange, 204);
}

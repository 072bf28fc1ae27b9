import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { AppError } from '@docfleet/errors';
import { decodeKey, encodeKey, encodePrefix, type KeyAlphabet } from '../../key-encoding.ts';
import type { ByteRange, FileStore, FileStoreContext, StoredFile } from '../../provider.ts';
import { connect, type S3Connection } from './client.ts';
import type { S3CompatibleConfig } from './config.ts';
import { bodyWithDeadline, type Deadlines } from './deadline.ts';
import { blameEndpoint } from './errors.ts';
import { abortUnfinished, putBytes, putStream } from './put-stream.ts';

const keysPerDelete = 1_000;

/** Control characters do not survive XML, and MinIO refuses backslashes; all else is kept readable in the vendor's console. */
const alphabet: KeyAlphabet = { unsafe: /[\p{Cc}%\\\ufffe\uffff]/gu, continued: '%-/%-' };

const defaultDeadlines: Deadlines = { responseMs: 15_000, partMs: 120_000, silenceMs: 30_000 };

/** Number of files are removed at a time where a store takes one a request. */
const removalsInFlight = 8;

/** Age from which an upload counts as abandoned. */
const abandonedAfterMs = 24 * 3_600_000;

const checkAttempts = 3;
const maxCheckPauseMs = 2_000;

const toBytes = (body: Uint8Array | string) => (typeof body === 'string' ? Buffer.from(body) : body);

/** Removes files together, one request for up to a thousand. */
async function removeTogether(
  { ask, bucket, explain }: S3Connection,
  keys: readonly string[],
  signal: AbortSignal,
  { responseMs }: Deadlines,
): Promise<void> {
  const Delete = { Quiet: true, Objects: keys.map((Key) => ({ Key })) };
  const { Errors = [], $metadata } = await ask(signal, responseMs, (client, abort) =>
    client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete }), abort),
  );
  const failure = Errors.find(({ Code }) => Code !== 'NoSuchKey');
  if (!failure) return;
  const { Code: name = 'UnknownError', Message: message } = failure;
  const internal = name === 'InternalError' || name === 'ServiceUnavailable';
  throw explain(
    new S3ServiceException({
      name,
      message: message ?? name,
      $fault: internal ? 'server' : 'client',
      $metadata: { ...$metadata, httpStatusCode: internal ? 500 : 400 },
    }),
    signal,
  );
}

/** Removes files one by one, for stores without DeleteObjects. */
async function removeEach(
  { ask, bucket }: S3Connection,
  keys: readonly string[],
  signal: AbortSignal,
  { responseMs }: Deadlines,
): Promise<void> {
  const removeOne = (Key: string) =>
    ask(signal, responseMs, (client, abort) =>
      client.send(new DeleteObjectCommand({ Bucket: bucket, Key }), abort),
    );
  for (let start = 0; start < keys.length; start += removalsInFlight)
    await Promise.all(keys.slice(start, start + removalsInFlight).map(removeOne));
}

/** Removes files together until the store has refused that and taken them one by one: Google Cloud Storage and others lack DeleteObjects. */
function createRemoval(connection: S3Connection, deadlines: Deadlines) {
  let isTogether = true;
  return async (keys: readonly string[], signal: AbortSignal) => {
    try {
      if (isTogether) return await removeTogether(connection, keys, signal, deadlines);
    } catch (error) {
      if (!isUnsupported(error)) throw error;
    }
    await removeEach(connection, keys, signal, deadlines);
    isTogether = false;
  };
}

/** Codes of stores that do not know a request: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
const unsupportedCodes = [
  'NotImplemented',
  'MethodNotAllowed',
  'InvalidArgument',
  'InvalidRequest',
  'MalformedPOSTRequest',
];

const isUnsupported = (error: unknown) =>
  error instanceof AppError &&
  error.cause instanceof S3ServiceException &&
  (unsupportedCodes.includes(error.cause.name) ||
    [405, 501].includes(error.cause.$metadata.httpStatusCode ?? 0));

async function* listKeys(
  { ask, bucket }: S3Connection,
  Prefix: string,
  signal: AbortSignal,
  { responseMs }: Deadlines,
): AsyncGenerator<string> {
  let ContinuationToken: string | undefined;
  do {
    const page = await ask(signal, responseMs, (client, abort) =>
      client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix, ContinuationToken }), abort),
    );
    for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key;
    ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (ContinuationToken !== undefined);
}

async function* inPages(items: AsyncIterable<string>, size: number): AsyncGenerator<string[]> {
  let page: string[] = [];
  for await (const item of items) {
    page.push(item);
    if (page.length < size) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

/** The bytes that a `Content-Range` names, `bytes 0-99/1234`, and the size of the whole. */
function readContentRange(header: string | undefined): Pick<StoredFile, 'size' | 'range'> | undefined {
  const [, first, last, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(header ?? '') ?? [];
  return size === undefined
    ? undefined
    : { size: Number(size), range: { first: Number(first), last: Number(last) } };
}

const isInvalidRange = (error: unknown) =>
  error instanceof AppError &&
  error.cause instanceof S3ServiceException &&
  error.cause.name === 'InvalidRange';

interface ObjectToOpen {
  readonly key: string;
  readonly range: ByteRange | undefined;
  readonly signal: AbortSignal;
}

async function openObject(
  connection: S3Connection,
  { key: Key, range, signal }: ObjectToOpen,
  deadlines: Deadlines,
): Promise<StoredFile | undefined> {
  const { ask, bucket, explain } = connection;
  const { responseMs, silenceMs } = deadlines;
  const Range = range && `bytes=${range.first}-${range.last}`;
  try {
    const object = await ask(signal, responseMs, (client, abort) =>
      client.send(new GetObjectCommand({ Bucket: bucket, Key, ...(Range && { Range }) }), abort),
    );
    // In Node the SDK always answers with a stream of Node's own.
    const source = object.Body as Readable;
    return {
      body: bodyWithDeadline(source, silenceMs, (error) => explain(error, signal)),
      size: object.ContentLength ?? 0,
      contentType: object.ContentType ?? 'application/octet-stream',
      ...readContentRange(object.ContentRange),
    };
  } catch (error) {
    if (range && isInvalidRange(error))
      return await openObject(connection, { key: Key, range: undefined, signal }, deadlines);
    if (error instanceof AppError && error.cause instanceof NoSuchKey) return undefined;
    throw error;
  }
}

/** Asks again, twice, where the store asks for fewer requests: a new one may be as slow as its neighbors are busy. */
async function retryWhileBusy<Result>(ask: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      const isBusy = error instanceof AppError && error.code === 'PROVIDER_RATE_LIMITED';
      if (!isBusy || attempt === checkAttempts) throw error;
      await pause(Math.min(error.details.retryAfterMs ?? 500, maxCheckPauseMs), undefined, { signal });
    }
  }
}

/** Tries everything that the fleet will do to the bucket, on an object of a name that nothing else has. */
async function probe(store: FileStore, signal: AbortSignal): Promise<void> {
  const key = `.docfleet-check-${randomUUID()}`;
  try {
    await retryWhileBusy(() => store.put(key, key, 'text/plain', signal), signal);
    const file = await retryWhileBusy(() => store.get(key, signal), signal);
    if (!file || (await buffer(file.body)).toString() !== key)
      throw new AppError('PROVIDER_REJECTED', 'The bucket does not return what was written to it', {
        details: { setting: 'fileStorageConfig.bucket' },
      });
    await retryWhileBusy(() => Array.fromAsync(store.list(key, signal)), signal);
    await retryWhileBusy(() => store.remove([key], signal), signal);
  } catch (error) {
    throw blameEndpoint(error);
  }
}

/** A bucket of any S3-compatible server; the deadlines are the tests' affair. */
export function openS3Store(
  config: S3CompatibleConfig,
  context: FileStoreContext,
  deadlines: Deadlines = defaultDeadlines,
): FileStore {
  const connection = connect(config, context);
  const root = `docfleet/${context.namespaceId}/`;
  const remove = createRemoval(connection, deadlines);
  const objectKey = (key: string) => root + encodeKey(key, alphabet);
  const removeObjects = async (objectKeys: readonly string[], signal: AbortSignal) => {
    for (let start = 0; start < objectKeys.length; start += keysPerDelete)
      await remove(objectKeys.slice(start, start + keysPerDelete), signal);
  };
  const abortBegun = (begunBefore: number, signal: AbortSignal) =>
    abortUnfinished(connection, { prefix: root, begunBefore }, signal, deadlines);

  const store: FileStore = {
    check: (signal) => probe(store, signal),
    put(key, body, contentType, signal) {
      const target = { Key: objectKey(key), ContentType: contentType };
      if (body instanceof Readable) return putStream(connection, target, body, signal, deadlines);
      return putBytes(connection, target, toBytes(body), signal, deadlines);
    },
    get: (key, signal, range) => openObject(connection, { key: objectKey(key), range, signal }, deadlines),
    remove: (keys, signal) => removeObjects(keys.map(objectKey), signal),
    async *list(prefix, signal) {
      const searched = root + encodePrefix(prefix, alphabet);
      for await (const found of listKeys(connection, searched, signal, deadlines)) {
        const key = decodeKey(found.slice(root.length), alphabet);
        if (key.startsWith(prefix)) yield key;
      }
    },
    sweep: async (signal) => void (await abortBegun(Date.now() - abandonedAfterMs, signal)),
    async purge(signal) {
      let removed = await abortBegun(Number.POSITIVE_INFINITY, signal);
      for await (const found of inPages(listKeys(connection, root, signal, deadlines), keysPerDelete)) {
        await removeObjects(found, signal);
        removed += found.length;
      }
      return removed;
    },
    // The connections are the egress's.
    close: () => {},
  };
  return store;
}

import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBucket, deleteObjects, listObjects } from './buckets.ts';
import { answer, type Exchange, respondError } from './exchange.ts';
import { commitFault, type S3Fault } from './fault.ts';
import { createMultipartUploads, type MultipartUploads } from './multipart.ts';
import { type ListingBehavior, type ObjectStorage, openObjectStorage } from './object-storage.ts';
import { deleteObject, getObject, putObject } from './objects.ts';
import { S3Error } from './s3-error.ts';
import { authenticate, type S3Identity } from './signature.ts';

/** Request as `fault` sees it. */
export interface S3Request {
  readonly method: string;
  readonly bucket: string;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
}

export interface S3ServerOptions {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Name of a bucket that exists from the start. */
  readonly bucket: string;
  /** Region of the server; default: us-east-1. */
  readonly region?: string;
  /** Domain whose subdomains are buckets, as Alibaba OSS has them; undefined: buckets are in the path alone. */
  readonly domain?: string;
  /** Folder in which objects survive a restart; undefined: a temporary folder that is removed on close. */
  readonly directory?: string;
  /** Port of the server; default 0: a free one. */
  readonly port?: number;
  /** Behavior of listings, read for each request. */
  readonly listing?: ListingBehavior;
  /** Returns the fault of a request, if any. */
  readonly fault?: (request: S3Request) => S3Fault | undefined;
}

export interface S3Server {
  readonly url: string;
  readonly port: number;
  readonly requests: S3Request[];
  /** Storage of the objects, accessible without a signature. */
  readonly storage: ObjectStorage;
  /** Returns the number of bodies that were neither stored nor aborted: parts of pending uploads. */
  unfinishedBodies(): number;
  close(): Promise<void>;
}

type Asked = Pick<S3Request, 'method' | 'query'>;
type Handler = (exchange: Exchange) => void | Promise<void>;

function bucketHandler({ method, query }: Asked, uploads: MultipartUploads): Handler | undefined {
  if (method === 'PUT') return createBucket;
  if (method === 'HEAD') return (exchange) => answer(exchange, 200);
  if (method === 'POST' && query.has('delete')) return deleteObjects;
  if (method === 'GET' && query.has('uploads')) return uploads.list;
  if (method === 'GET' && query.get('list-type') === '2') return listObjects;
  return undefined;
}

function objectHandler({ method, query }: Asked, uploads: MultipartUploads): Handler | undefined {
  if (method === 'POST' && query.has('uploads')) return uploads.create;
  if (query.has('uploadId')) {
    if (method === 'PUT') return uploads.uploadPart;
    if (method === 'POST') return uploads.complete;
    if (method === 'DELETE') return uploads.abort;
  }
  if (method === 'PUT') return putObject;
  if (method === 'GET' || method === 'HEAD') return getObject;
  if (method === 'DELETE') return deleteObject;
  return undefined;
}

/** Returns the bucket that a host names below the server's domain. */
function bucketOfHost({ host = '' }: IncomingHttpHeaders, domain: string): string {
  const name = host.replace(/:\d+$/, '');
  if (!name.endsWith(`.${domain}`))
    throw new S3Error(403, 'SecondLevelDomainForbidden', 'Please use virtual hosted style to access.');
  return name.slice(0, -domain.length - 1);
}

function readRequest({ method = 'GET', url = '/', headers }: IncomingMessage, domain?: string): S3Request {
  const [path = '/', query = ''] = url.split(/\?(.*)/s);
  const names = path.slice(1).split('/').map(decodeURIComponent);
  const bucket = domain === undefined ? (names.shift() ?? '') : bucketOfHost(headers, domain);
  return { method, bucket, key: names.join('/'), query: new URLSearchParams(query), headers };
}

async function handle(
  exchange: Omit<Exchange, 'payload'>,
  identity: S3Identity,
  uploads: MultipartUploads,
): Promise<void> {
  const { method, message, bucket, key, storage } = exchange;
  const payload = authenticate({ method, target: message.url ?? '/', headers: message.headers }, identity);
  const handler = (key === '' ? bucketHandler : objectHandler)(exchange, uploads);
  if (!handler) throw new S3Error(501, 'NotImplemented');
  if (handler !== createBucket) storage.requireBucket(bucket);
  await handler({ ...exchange, payload });
}

function fail(response: ServerResponse, error: unknown): void {
  // Too late for an answer: the client must notice that the body is not whole.
  if (response.headersSent) return void response.destroy();
  const known = error instanceof S3Error ? error : new S3Error(500, 'InternalError', String(error));
  respondError(response, known);
}

function createListener(options: S3ServerOptions, storage: ObjectStorage, requests: S3Request[]) {
  // Read for each request: a test may change the keys.
  const identity = () => ({ region: 'us-east-1', ...options });
  const uploads = createMultipartUploads();
  return (message: IncomingMessage, response: ServerResponse) => {
    try {
      const request = readRequest(message, options.domain);
      requests.push(request);
      const fault = options.fault?.(request);
      if (fault && commitFault(fault, response)) return;
      handle({ ...request, message, response, storage }, identity(), uploads).catch((error: unknown) =>
        fail(response, error),
      );
    } catch (error) {
      fail(response, error);
    }
  };
}

/**
 * Starts an S3 server for tests on 127.0.0.1 with path-style addresses. It verifies signatures and checksums, enforces S3's limits and
 * returns S3's errors. Not for production.
 */
export async function startS3Server(options: S3ServerOptions): Promise<S3Server> {
  const directory = options.directory ?? mkdtempSync(join(tmpdir(), 's3-server-'));
  const storage = openObjectStorage(directory, options.listing);
  storage.createBucket(options.bucket);
  const requests: S3Request[] = [];
  const server = createServer({ keepAliveTimeout: 65_000 }, createListener(options, storage, requests));
  await once(server.listen(options.port ?? 0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    storage,
    unfinishedBodies: () => storage.incomingFiles().length,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      if (options.directory === undefined)
        await rm(directory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { createEgress } from '@docfleet/egress';
import { eventually, type S3Request, startStubServer } from '@docfleet/testing';
import { describe, expect, test } from '@jest/globals';
import { fileStoreConformance } from '../../../test/conformance.ts';
import { config, context, credentials, open, s3 } from '../../../test/s3-server.fixture.ts';
import { openFileStore } from '../../index.ts';
import type { S3CompatibleConfig } from './config.ts';
import { openS3Store } from './store.ts';

const never = new AbortController().signal;
const megabyte = 2 ** 20;
const deadlines = { responseMs: 300, partMs: 300, silenceMs: 300 };
const openImpatient = () => openS3Store(config(), context(), deadlines);
/** Long timeouts, but for silence in the middle of a body. */
const openListening = (silenceMs: number) =>
  openS3Store(config(), context(), { responseMs: 20_000, partMs: 20_000, silenceMs });

fileStoreConformance((namespaceId) => openFileStore(config(), context(namespaceId)));

describe('what is wrong is named', () => {
  test.each<[string, () => Partial<S3CompatibleConfig>, string, string]>([
    [
      'a key',
      () => ({ credentials: { ...credentials, accessKeyId: 'OTHER' } }),
      'credentials',
      'InvalidAccessKeyId',
    ],
    [
      'a secret',
      () => ({ credentials: { ...credentials, secretAccessKey: 'x' } }),
      'credentials',
      'SignatureDoesNotMatch',
    ],
    ['a bucket', () => ({ bucket: 'absent' }), 'bucket', 'NoSuchBucket'],
    ['a region', () => ({ region: 'eu-west-1' }), 'region', 'eu-west-1'],
    ['a port', () => ({ endpoint: 'http://127.0.0.1:1' }), 'endpoint', 'ECONNREFUSED'],
    ['a host', () => ({ endpoint: 'http://s3.invalid' }), 'endpoint', 's3.invalid'],
    ['a protocol', () => ({ endpoint: s3.server.url.replace('http:', 'https:') }), 'endpoint', 'SSL'],
  ])('%s that is wrong fails the check with its setting', async (_what, overrides, setting, reason) => {
    await expect(open(overrides()).check(never)).rejects.toMatchObject({
      code: 'PROVIDER_REJECTED',
      retryable: false,
      details: { setting: `fileStorageConfig.${setting}`, reason: expect.stringContaining(reason) },
    });
  });

  test('a web server that is no S3 server is the endpoint', async () => {
    const stub = await startStubServer(() => ({ status: 404, body: '<html>Not found</html>' }));
    await expect(open({ endpoint: stub.url }).check(never)).rejects.toMatchObject({
      code: 'PROVIDER_REJECTED',
      details: { setting: 'fileStorageConfig.endpoint' },
    });
    await stub.close();
  });

  test('an address that the operator forbids is not connected to', async () => {
    const guarded = createEgress({ allowCidrs: [] });
    const store = openFileStore(config(), { ...context(), egress: guarded });
    const before = s3.server.requests.length;
    await expect(store.check(never)).rejects.toMatchObject({
      code: 'ADDRESS_FORBIDDEN',
      details: { setting: 'fileStorageConfig.endpoint' },
    });
    expect(s3.server.requests).toHaveLength(before);
    await guarded.close();
  });

  test('a server that is away while work is going on is worth another attempt', async () => {
    await expect(
      open({ endpoint: 'http://127.0.0.1:1' }).put('key', 'value', 'text/plain', never),
    ).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE', retryable: true });
  });

  test('a secret that the server repeats does not come out', async () => {
    const { accessKeyId, secretAccessKey } = credentials;
    const Message = `${secretAccessKey} of ${accessKeyId} is wrong ${'x'.repeat(1_000)}`;
    s3.fault = () => ({ kind: 'error', status: 403, code: 'SignatureDoesNotMatch', message: Message });
    const error = await open()
      .put('key', 'value', 'text/plain', never)
      .catch((thrown) => thrown);
    expect(error.details.reason).toMatch(/^SignatureDoesNotMatch: \[key\] of \[key\] is wrong x/);
    expect(error.details.reason.length).toBeLessThanOrEqual(300);
  });

  test('a file that the server does not let us remove is an error', async () => {
    const body =
      '<DeleteResult><Error><Key>k</Key><Code>AccessDenied</Code><Message>Access Denied</Message></Error></DeleteResult>';
    const stub = await startStubServer(() => ({ body, headers: { 'content-type': 'application/xml' } }));
    await expect(open({ endpoint: stub.url }).remove(['k'], never)).rejects.toMatchObject({
      code: 'PROVIDER_REJECTED',
      details: { setting: 'fileStorageConfig.credentials', reason: 'AccessDenied: Access Denied' },
    });
    await stub.close();
  });
});

describe('trouble on the way', () => {
  test.each([
    [
      { status: 503, code: 'SlowDown', retryAfterSeconds: 7 },
      'PROVIDER_RATE_LIMITED',
      { retryAfterMs: 7_000 },
    ],
    [{ status: 429, code: 'TooManyRequests' }, 'PROVIDER_RATE_LIMITED', {}],
    [{ status: 503, code: 'ServiceUnavailable' }, 'PROVIDER_UNAVAILABLE', {}],
    [{ status: 500, code: 'InternalError' }, 'PROVIDER_UNAVAILABLE', {}],
    [{ status: 403, code: 'RequestTimeTooSkewed' }, 'PROVIDER_UNAVAILABLE', {}],
    [
      { status: 403, code: 'AccessDenied' },
      'PROVIDER_REJECTED',
      { setting: 'fileStorageConfig.credentials' },
    ],
  ])('%j becomes %s, after one request', async (response, code, details) => {
    s3.fault = () => ({ kind: 'error', ...response });
    const before = s3.server.requests.length;
    const failed = expect.objectContaining({ code, details: expect.objectContaining(details) });
    await expect(open().put('key', 'value', 'text/plain', never)).rejects.toEqual(failed);
    expect(s3.server.requests.length - before).toBe(1);
  });

  test('a server that takes requests and never responds is aborted', async () => {
    s3.fault = () => ({ kind: 'hang' });
    const store = openImpatient();
    const silent = { code: 'PROVIDER_UNAVAILABLE', message: expect.stringContaining('in time') };
    await expect(store.put('key', 'value', 'text/plain', never)).rejects.toMatchObject(silent);
    await expect(store.get('key', never)).rejects.toMatchObject(silent);
    await expect(store.remove(['key'], never)).rejects.toMatchObject(silent);
    await expect(Array.fromAsync(store.list('', never))).rejects.toMatchObject(silent);
  });

  test.each([
    { kind: 'cut', afterBytes: 100_000 },
    { kind: 'stall', afterBytes: 100_000 },
  ] as const)('a body that is $kind in the middle is an error and never a short file', async (broken) => {
    const store = openListening(300);
    await store.put('key', randomBytes(megabyte), 'text/plain', never);
    s3.fault = ({ method }) => (method === 'GET' ? broken : undefined);
    const file = await store.get('key', never);
    await expect(buffer(file!.body)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  });

  test('a reader may take longer over a body than the server may be silent', async () => {
    const silenceMs = 1_500;
    const store = openListening(silenceMs);
    const bytes = randomBytes(4 * megabyte);
    await store.put('key', bytes, 'text/plain', never);
    const { body } = (await store.get('key', never))!;
    const chunks: Buffer[] = [];
    for await (const chunk of body) {
      if (chunks.length === 0) await pause(2 * silenceMs);
      chunks.push(chunk);
    }
    expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
  });

  test('reading ends when its signal is aborted', async () => {
    const store = open();
    await store.put('key', randomBytes(megabyte), 'text/plain', never);
    s3.fault = () => ({ kind: 'stall', afterBytes: 1_000 });
    const abort = new AbortController();
    const { body } = (await store.get('key', abort.signal))!;
    const reading = buffer(body);
    abort.abort(new Error('shutting down'));
    await expect(reading).rejects.toThrow('shutting down');
  });

  test('a body that is destroyed unread releases its connection', async () => {
    const own = createEgress({ allowCidrs: ['127.0.0.0/8'] });
    const store = openFileStore(config(), { ...context(), egress: own });
    await store.put('key', randomBytes(4 * megabyte), 'text/plain', never);
    const busy = () => Object.values(own.httpAgent.sockets).flat().length;
    const { body } = (await store.get('key', never))!;
    expect(busy()).toBe(1);
    body.destroy();
    await eventually(() => expect(busy()).toBe(0));
    await own.close();
  });
});

describe('long uploads', () => {
  const isPart = ({ method, query }: S3Request) => method === 'PUT' && query.has('partNumber');

  test('hold three parts at most while the server is slow', async () => {
    let produced = 0;
    const endless = Readable.from(
      (async function* () {
        for (;;) {
          produced += megabyte;
          yield Buffer.alloc(megabyte);
        }
      })(),
    );
    s3.fault = (request) => (isPart(request) ? { kind: 'hang' } : undefined);
    const abort = new AbortController();
    const writing = open().put('endless', endless, 'text/plain', abort.signal);
    const parts = () =>
      s3.server.requests.filter((request) => request.key.endsWith('/endless') && isPart(request));
    await eventually(() => expect(parts()).toHaveLength(2));
    abort.abort(new Error('enough'));
    await expect(writing).rejects.toThrow('enough');
    expect(produced).toBeLessThan(30 * megabyte);
  });

  test.each([
    ['a part fails', (request: S3Request) => request.query.get('partNumber') === '2'],
    ['its completion fails', ({ method, query }: S3Request) => method === 'POST' && query.has('uploadId')],
  ])('leave no parts in the bucket when %s', async (_what, hit) => {
    s3.fault = (request) =>
      hit(request) ? { kind: 'error', status: 500, code: 'InternalError' } : undefined;
    const store = open();
    const body = Readable.from([randomBytes(20 * megabyte)]);
    await expect(store.put('big', body, 'text/plain', never)).rejects.toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
    });
    expect(s3.server.unfinishedBodies()).toBe(0);
    expect(await store.get('big', never)).toBeUndefined();
  });

  test('leave no parts in the bucket when the server hangs and the caller aborts', async () => {
    s3.fault = (request) => (request.query.get('partNumber') === '2' ? { kind: 'hang' } : undefined);
    const abort = new AbortController();
    const before = s3.server.requests.length;
    const body = Readable.from([randomBytes(20 * megabyte)]);
    const writing = open().put('big', body, 'text/plain', abort.signal);
    await eventually(() => expect(s3.server.requests.slice(before).filter(isPart).length).toBeGreaterThan(1));
    abort.abort(new Error('shutting down'));
    await expect(writing).rejects.toThrow('shutting down');
    await eventually(() => expect(s3.server.unfinishedBodies()).toBe(0));
  });
});

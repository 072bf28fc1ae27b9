import { createEgress } from '@docfleet/egress';
import { type S3Fault, type S3Request, startS3Server, startStubServer } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { config, context, credentials, open, s3 } from '../../../test/s3-server.fixture.ts';
import { openFileStore } from '../../index.ts';
import type { S3CompatibleConfig } from './config.ts';

const never = new AbortController().signal;

const refused = (status: number, code: string): S3Fault => ({ kind: 'error', status, code });
const isJoinedRemoval = ({ method, query }: S3Request) => method === 'POST' && query.has('delete');
async function expectUsable(store: ReturnType<typeof open>) {
  await store.check(never);
  for (const key of ['a', 'b']) await store.put(key, 'value', 'text/plain', never);
  await store.remove(['a', 'b', 'absent'], never);
  expect(await Array.fromAsync(store.list('', never))).toEqual([]);
}

test.each<[string, (request: S3Request) => S3Fault | undefined]>([
  [
    'requires Content-MD5 to remove files',
    (request) =>
      isJoinedRemoval(request) && !request.headers['content-md5']
        ? refused(400, 'MissingContentMD5')
        : undefined,
  ],
  [
    'refuses checksum headers',
    ({ headers }) =>
      Object.keys(headers).some((name) => /^x-amz-(sdk-)?checksum/.test(name))
        ? refused(400, 'InvalidArgument')
        : undefined,
  ],
  [
    'removes one file a request',
    (request) => (isJoinedRemoval(request) ? refused(501, 'NotImplemented') : undefined),
  ],
  [
    'has no method for several files',
    (request) => (isJoinedRemoval(request) ? refused(405, 'MethodNotAllowed') : undefined),
  ],
])('a store that %s is usable', async (_what, answer) => {
  s3.fault = answer;
  await expectUsable(open());
});

test('a store without DeleteObjects is asked for it once', async () => {
  s3.fault = (request) => (isJoinedRemoval(request) ? refused(501, 'NotImplemented') : undefined);
  const store = open();
  const before = s3.server.requests.length;
  for (const key of ['a', 'b', 'c']) await store.remove([key], never);
  expect(s3.server.requests.slice(before).filter(isJoinedRemoval)).toHaveLength(1);
});

test('a store that asks for fewer requests at every second one passes its check', async () => {
  let count = 0;
  s3.fault = () => (count++ % 2 === 0 ? refused(503, 'SlowDown') : undefined);
  await open().check(never);
});

test('a clock that differs from that of the store is corrected', async () => {
  const ahead = new Date(Date.now() + 3_600_000);
  const signedFor = ({ headers }: S3Request) =>
    Date.parse(String(headers['x-amz-date']).replace(/(....)(..)(..T..)(..)(..Z)/, '$1-$2-$3:$4:$5'));
  const stub = await startStubServer(({ headers }) =>
    Math.abs(signedFor({ headers } as S3Request) - ahead.getTime()) < 60_000
      ? { status: 200, headers: { etag: '"1"' } }
      : {
          status: 403,
          headers: { date: ahead.toUTCString(), 'content-type': 'application/xml' },
          body: `<Error><Code>RequestTimeTooSkewed</Code><ServerTime>${ahead.toISOString()}</ServerTime></Error>`,
        },
  );
  await open({ endpoint: stub.url }).put('key', 'value', 'text/plain', never);
  await stub.close();
});

test('a store that takes buckets in hosts alone is usable with that addressing', async () => {
  const hosted = await startS3Server({ ...credentials, bucket: 'files', domain: 's3.test' });
  const own = createEgress({
    allowCidrs: ['127.0.0.0/8'],
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  });
  const endpoint = `http://s3.test:${hosted.port}`;
  const openAt = (overrides: Partial<S3CompatibleConfig>) =>
    openFileStore(config({ endpoint, ...overrides }), { ...context(), egress: own });
  await expect(openAt({}).check(never)).rejects.toMatchObject({
    code: 'PROVIDER_REJECTED',
    details: { setting: 'fileStorageConfig.addressing' },
  });
  await expectUsable(openAt({ addressing: 'VIRTUAL_HOSTED' }));
  await own.close();
  await hosted.close();
});

test.each([
  [
    { status: 403, code: 'QuotaExceeded' },
    { code: 'PROVIDER_UNAVAILABLE', message: /space/ },
  ],
  [
    { status: 507, code: 'XMinioStorageFull' },
    { code: 'PROVIDER_UNAVAILABLE', message: /space/ },
  ],
  [
    { status: 403, code: 'UserSuspended' },
    { code: 'PROVIDER_REJECTED', message: /refuses the request/ },
  ],
])('the refusal %j does not blame the credentials', async (answer, { code, message }) => {
  s3.fault = () => ({ kind: 'error', ...answer });
  await expect(open().put('key', 'value', 'text/plain', never)).rejects.toMatchObject({
    code,
    message: expect.stringMatching(message),
  });
});

import { gzipSync } from 'node:zlib';
import { startBucketFake } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { rejection, signal, textOf } from '../../../test/conformance-subject.ts';
import { connectorsOnFakes } from '../../../test/connector-on-fake.fixture.ts';
import { listAll } from '../../../test/list-all.fixture.ts';
import { bucketsThatAnswer, listingOf, s3SettingsOf } from '../../../test/s3.fixture.ts';
import { versionOf } from './api.ts';
import { openS3 } from './index.ts';
import { s3SignIns } from './settings.ts';

const openOn = connectorsOnFakes(openS3, () => ({}));
const open = bucketsThatAnswer();

test.each([
  [403, 'InvalidAccessKeyId', 'CONNECTION_UNAUTHORIZED'],
  [403, 'SignatureDoesNotMatch', 'CONNECTION_UNAUTHORIZED'],
  [400, 'InvalidToken', 'CONNECTION_UNAUTHORIZED'],
  [400, 'ExpiredToken', 'CONNECTION_UNAUTHORIZED'],
  [403, 'AccountProblem', 'CONNECTION_UNAUTHORIZED'],
  [403, 'AllAccessDisabled', 'CONNECTION_UNAUTHORIZED'],
  [404, 'NoSuchBucket', 'PROVIDER_REJECTED'],
  [400, 'AuthorizationHeaderMalformed', 'PROVIDER_REJECTED'],
  [301, 'PermanentRedirect', 'PROVIDER_REJECTED'],
  [307, 'TemporaryRedirect', 'PROVIDER_REJECTED'],
  [400, 'PermanentRedirect', 'PROVIDER_REJECTED'],
  [302, 'AnotherRedirect', 'PROVIDER_REJECTED'],
  [403, 'InvalidObjectState', 'ITEM_UNSUPPORTED'],
  [503, 'SlowDown', 'PROVIDER_RATE_LIMITED'],
  [503, 'TooManyRequests', 'PROVIDER_RATE_LIMITED'],
  [503, 'RequestLimitExceeded', 'PROVIDER_RATE_LIMITED'],
  [400, 'Throttling', 'PROVIDER_RATE_LIMITED'],
  [403, 'RequestTimeTooSkewed', 'PROVIDER_UNAVAILABLE'],
  [400, 'RequestTimeout', 'PROVIDER_UNAVAILABLE'],
  [400, 'InvalidArgument', 'PROVIDER_REJECTED'],
  [403, 'AccessDenied', 'ITEM_FORBIDDEN'],
  [404, 'NoSuchKey', 'ITEM_NOT_FOUND'],
  [500, 'InternalError', 'PROVIDER_UNAVAILABLE'],
])('%i %s is %s, in the words of S3, and not asked again', async (status, name, code) => {
  const body = `<?xml version="1.0"?><Error><Code>${name}</Code><Message>It &quot;says&quot; no</Message></Error>`;
  const { server, connector } = await open({ status, body });
  const ids = `${new URL(server.url).host}/documents/`;
  const error = await rejection(connector.fetch({ externalId: `${ids}a.txt`, versionKey: '' }, signal));
  expect(error).toMatchObject({ code, details: { status, reason: `${name}: It "says" no` } });
  expect(error.message).toMatch(/^S3 |at S3:/);
  expect(server.requests).toHaveLength(1);
});

test.each([
  [404, 'NoSuchBucket', 'bucket'],
  [400, 'InvalidBucketName', 'bucket'],
  [301, 'PermanentRedirect', 'region'],
  [307, 'TemporaryRedirect', 'endpoint'],
  [400, 'AuthorizationHeaderMalformed', 'region'],
  [302, 'AnotherRedirect', 'endpoint'],
  [400, 'InvalidArgument', undefined],
])('with %i %s S3 says what is wrong with the setting %s', async (status, name, setting) => {
  const { connector } = await open({ status, body: `<Error><Code>${name}</Code></Error>` });
  const { details } = await rejection(connector.whoAmI(signal));
  expect([details.setting, details.reason]).toEqual([setting, name]);
});

test('an item of another bucket is not asked for', async () => {
  const { server, connector } = await open({ headers: { etag: '"e"' }, body: '' });
  expect(await connector.find?.('elsewhere/documents/a.txt', signal)).toBeUndefined();
  expect(server.requests).toEqual([]);
});

test('a refusal without words is named by its status', async () => {
  const { connector } = await open({ status: 500, body: '' });
  expect(await rejection(connector.whoAmI(signal))).toMatchObject({ details: { reason: 'Status 500' } });
});

test('what a server leaves out of its listing is unknown, but for the entity tag', async () => {
  const body = listingOf(
    '<Contents><Key>a/b.txt</Key><ETag>"e"</ETag></Contents><Contents><Key>c.txt</Key></Contents>',
  );
  const { connector, ids } = await open({ body });
  const { items, skipped } = await connector.list(undefined, undefined, signal);
  expect(items).toEqual([
    {
      externalId: `${ids}a/b.txt`,
      name: 'b.txt',
      path: 'a/b.txt',
      url: null,
      mimeType: null,
      sizeBytes: null,
      modifiedAt: null,
      versionKey: 'e',
      kind: 'file',
    },
  ]);
  expect(skipped).toEqual([
    {
      externalId: `${ids}c.txt`,
      name: 'c.txt',
      reason: 'The server lists it without an entity tag, which distinguishes versions',
    },
  ]);
});

test('a content without a type is bytes, and one without an entity tag no content', async () => {
  const plain = { body: 'text', headers: { 'content-type': '' } };
  const ids = ({ url }: { readonly url: string }) => `${new URL(url).host}/documents/deep/er/a.txt`;
  const untagged = await open(plain);
  const item = { externalId: ids(untagged.server), versionKey: '' };
  expect(await rejection(untagged.connector.fetch(item, signal))).toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
  });
  const tagged = await open({ ...plain, headers: { ...plain.headers, etag: 'W/"v"' } });
  const fetched = await tagged.connector.fetch({ externalId: ids(tagged.server), versionKey: '' }, signal);
  expect(fetched).toMatchObject({ mimeType: 'application/octet-stream', fileName: 'a.txt', versionKey: 'v' });
  expect(await textOf(fetched.body)).toBe('text');
  // A checksum would have to be computed over the whole before the first byte could be trusted.
  expect(tagged.server.requests[0]?.headers['x-amz-checksum-mode']).toBeUndefined();
});

test.each([
  ['W/"a"', 'a'],
  ['"a"', 'a'],
  ['a', 'a'],
  ['"aW/b"', 'aW/b'],
  ['"a"b"', 'a"b'],
])('the entity tag %s is that of the version %s', (etag, version) => {
  expect(versionOf(etag)).toBe(version);
});

test('an account is a bucket at a host, of which one object below the prefix is asked for', async () => {
  const bucket = await startBucketFake();
  const settings = s3SettingsOf(bucket, { prefix: 'team/' });
  const connector = openOn(bucket, () => bucket.token, { settings });
  const accountId = `${new URL(bucket.url).host}/documents`;
  expect(await connector.whoAmI(signal)).toEqual({ accountId, name: 'documents' });
  expect(Object.fromEntries(bucket.requests[0]?.query ?? [])).toMatchObject({
    'max-keys': '1',
    prefix: 'team/',
  });
});

test('a selected key is asked for alone, in whatever way it is selected', async () => {
  const bucket = await startBucketFake({ pageSize: 1 });
  const connector = openOn(bucket, () => bucket.token, { settings: s3SettingsOf(bucket) });
  for (const key of ['a.txt', 'a.txt.bak', 'b/1.txt', 'b/2.txt']) bucket.putKey(key, key);
  const pathsOf = async (selection: readonly string[]) =>
    (await listAll(connector, undefined, selection)).items.map(({ path }) => path);
  expect(await pathsOf(['a.txt'])).toEqual(['a.txt']);
  expect(bucket.requests.map(({ query }) => query.get('max-keys'))).toEqual(['1']);
  expect(await pathsOf([''])).toHaveLength(4);
  expect(await pathsOf(['b/', 'b/1.txt'])).toEqual(['b/1.txt', 'b/2.txt']);
  expect(await pathsOf([])).toEqual([]);
});

const entered = {
  endpoint: 'https://s3.example.com',
  region: 'eu-central-1',
  bucket: 'documents',
  accessKeyId: 'id',
  secretAccessKey: 'secret',
};
const accepts = (changes: object) => s3SignIns[0]?.schema.safeParse({ ...entered, ...changes }).success;

test.each([
  ['region', 1, 64],
  ['bucket', 1, 255],
  ['accessKeyId', 1, 256],
  ['secretAccessKey', 1, 1_024],
  ['prefix', 0, 1_024],
])('the field %s has %i to %i characters', (field, least, most) => {
  const lengths = [least, most, most + 1, ...(least > 0 ? [0] : [])];
  expect(lengths.map((length) => accepts({ [field]: 'k'.repeat(length) }))).toEqual([
    true,
    true,
    false,
    ...(least > 0 ? [false] : []),
  ]);
});

test.each(['include', 'exclude'])('at most 20 patterns of 100 characters may be entered to %s', (field) => {
  const patterns = (count: number, length: number) =>
    accepts({ [field]: Array.from({ length: count }, () => '*'.repeat(length)) });
  expect([patterns(20, 100), patterns(1, 1), patterns(21, 1), patterns(1, 101), patterns(1, 0)]).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test.each([
  [{ endpoint: 'http://s3.local:9000' }, true],
  [{ endpoint: 'https://s3.local' }, true],
  [{ endpoint: 'ftp://s3.local' }, false],
  [{ endpoint: 'shttp://s3.local' }, false],
  [{ endpoint: 'httpx://s3.local' }, false],
  [{ endpoint: 's3' }, false],
  [{ bucket: 'documents.of_2026-a' }, true],
  [{ bucket: '/documents' }, false],
  [{ bucket: 'documents/' }, false],
  [{ include: ['a{b'] }, false],
  [{ exclude: ['a]b'] }, false],
])('%j is accepted: %s', (changes, isAccepted) => {
  expect(accepts(changes)).toBe(isAccepted);
});

test('the keys of a bucket are its one way to sign in, and the secret key is kept apart', () => {
  expect(s3SignIns).toMatchObject([
    { method: 'ACCESS_KEY', label: 'S3 bucket', secret: 'secretAccessKey', requestToken: undefined },
  ]);
  const read = s3SignIns[0]?.schema.parse(entered);
  expect(read).toEqual({ ...entered, method: 'ACCESS_KEY', prefix: '', include: [], exclude: [] });
});

const keys = ['C++ guide.txt', '100% sure.txt', 'a%2Fb.txt', 'plain.txt'];
const listingOfKeys = (written: readonly string[], encoding = '') =>
  listingOf(
    `${encoding}${written.map((key) => `<Contents><Key>${key}</Key><ETag>"e"</ETag><Size>3</Size></Contents>`).join('')}`,
  );

test.each([
  ['a server that ignores the encoding of keys', listingOfKeys(keys)],
  ['a server that names no encoding', listingOfKeys(keys, '<EncodingType></EncodingType>')],
  [
    'a server that says that it encodes keys',
    listingOfKeys(keys.map(encodeURIComponent), '<EncodingType>url</EncodingType>'),
  ],
  [
    'a server that says so in capitals, and writes spaces as forms do',
    listingOfKeys(
      keys.map((key) => encodeURIComponent(key).replaceAll('%20', '+')),
      '<EncodingType>URL</EncodingType>',
    ),
  ],
])('the keys of %s are as they are stored', async (_name, body) => {
  const { connector } = await open({ body });
  expect((await listAll(connector)).items.map(({ path }) => path)).toEqual(keys);
});

test.each([
  ['fewer', 'e', 10_000, 'PROVIDER_UNAVAILABLE'],
  ['more', 'e', 3_999, undefined],
  ['as many', 'e', 4_000, undefined],
  ['those of another version', 'other', 10_000, undefined],
] as const)(
  'of the bytes that an object is listed with, %s come',
  async (_how, versionKey, sizeBytes, code) => {
    const { server, connector } = await open({ headers: { etag: '"e"' }, body: 'x'.repeat(4_000) });
    const externalId = `${new URL(server.url).host}/documents/a.txt`;
    const { body } = await connector.fetch({ externalId, versionKey, sizeBytes }, signal);
    if (code) {
      const error = await rejection(textOf(body));
      expect(error).toMatchObject({ code, details: { maxAttempts: 6 } });
      expect(error.details.reason).toBe(`It lists the content with ${sizeBytes} bytes, and 4000 came`);
    } else expect(await textOf(body)).toHaveLength(4_000);
  },
);

test('an object that is stored compressed is listed with fewer bytes than it has', async () => {
  const body = gzipSync('x'.repeat(4_000));
  const { server, connector } = await open({ headers: { etag: '"e"', 'content-encoding': 'gzip' }, body });
  const externalId = `${new URL(server.url).host}/documents/a.txt`;
  const wanted = { externalId, versionKey: 'e', sizeBytes: body.length };
  expect(await textOf((await connector.fetch(wanted, signal)).body)).toHaveLength(4_000);
});

test('an object that is stored compressed and ends early is tried again, a few times', async () => {
  const body = gzipSync('x'.repeat(4_000)).subarray(0, 20);
  const { server, connector } = await open({ headers: { etag: '"e"', 'content-encoding': 'gzip' }, body });
  const externalId = `${new URL(server.url).host}/documents/a.txt`;
  const fetched = await connector.fetch({ externalId, versionKey: 'e' }, signal);
  expect(await rejection(textOf(fetched.body))).toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
    details: { reason: 'Its body is compressed, and damaged or cut short', maxAttempts: 6 },
  });
});

test('an object has the type that its bucket says, and bytes where it says none', async () => {
  const bucket = await startBucketFake();
  const connector = openOn(bucket, () => bucket.token, { settings: s3SettingsOf(bucket) });
  const externalId = bucket.putKey('a.txt', 'a');
  expect((await connector.fetch({ externalId, versionKey: '' }, signal)).mimeType).toBe('text/plain');
});

test('an object that is gone is not found as another one whose key begins alike', async () => {
  const bucket = await startBucketFake();
  const connector = openOn(bucket, () => bucket.token, { settings: s3SettingsOf(bucket) });
  const id = bucket.putKey('a.txt.bak', 'a');
  expect(await connector.find?.(id.slice(0, -4), signal)).toBeUndefined();
  expect(await connector.find?.(id, signal)).toMatchObject({ externalId: id, name: 'a.txt.bak' });
});

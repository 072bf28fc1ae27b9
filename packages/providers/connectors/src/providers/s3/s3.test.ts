import { type BucketFake, startBucketFake, startStubServer } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { describeConnector } from '../../../test/conformance.ts';
import { rejection, signal, textOf } from '../../../test/conformance-subject.ts';
import { connectorsOnFakes } from '../../../test/connector-on-fake.fixture.ts';
import { listAll } from '../../../test/list-all.fixture.ts';
import { recordRequests } from '../../../test/recorded-requests.fixture.ts';
import { s3SettingsOf } from '../../../test/s3.fixture.ts';
import { openS3 } from './index.ts';
import { matchesGlob, s3SignIns } from './settings.ts';

describeConnector({
  name: 'S3',
  account: null,
  reportsDeletions: false,
  hasAddresses: false,
  cursorsExpire: false,
  laterFields: ['isCut'],
  keepsIds: false,
  hasTokens: false,
});

const openOn = connectorsOnFakes(openS3, () => ({}));

async function open(changes: object = {}) {
  const bucket: BucketFake = await startBucketFake({ pageSize: 3 });
  const connector = openOn(bucket, () => bucket.token, { settings: s3SettingsOf(bucket, changes) });
  const paths = async (selection?: readonly string[]) =>
    (await listAll(connector, undefined, selection)).items.map(({ path }) => path).sort();
  return { bucket, connector, paths };
}

test.each([
  ['a space and a +', 'a b+c.txt'],
  ['percent signs', '100%25.txt'],
  ['a question mark and a hash', 'what?#now.txt'],
  ['two slashes', '//deep//file.txt'],
  ['control characters', 'line\nbreak\tand\u0001.txt'],
  ['quotes and angle brackets', `<"it's">&.txt`],
  ['stars, brackets and parentheses', '!*(1)[2].txt'],
  ['signs beyond ASCII', '日本語/Übersicht 🙂.txt'],
  ['as many bytes as there may be', `${'k'.repeat(1_020)}.txt`],
])('a key with %s is listed and read', async (_, key) => {
  const { bucket, connector } = await open();
  const id = bucket.putKey(key, `content of ${key}`);
  const { items } = await listAll(connector);
  expect(items).toMatchObject([
    { externalId: id, path: key, sizeBytes: Buffer.byteLength(`content of ${key}`) },
  ]);
  const fetched = await connector.fetch(items[0]!, signal);
  expect(await textOf(fetched.body)).toBe(`content of ${key}`);
});

test.each(['a/../../etc/passwd', './a.txt', 'a\0b\0.txt'])(
  'the key %j is skipped with its reason',
  async (key) => {
    const { bucket, connector } = await open();
    const kept = bucket.putKey('a.txt', 'a');
    bucket.putKey(key, 'hostile');
    const { ids, skipped } = await listAll(connector);
    expect(ids).toEqual([kept]);
    expect(skipped).toMatchObject([{ reason: expect.stringContaining('Its key') }]);
    expect(skipped[0]?.externalId).not.toContain('\0');
  },
);

test('the empty objects that stand for folders are no items', async () => {
  const { bucket, paths } = await open();
  bucket.putKey('folder/', '');
  bucket.putKey('folder/a.txt', 'a');
  expect(await paths()).toEqual(['folder/a.txt']);
});

test('the prefix, what is included and what is excluded decide what is read', async () => {
  const { bucket, paths } = await open({
    prefix: 'team/',
    include: ['**/*.pdf', '**/*.md'],
    exclude: ['team/drafts/**'],
  });
  for (const key of [
    'other/a.pdf',
    'team/a.pdf',
    'team/b.md',
    'team/c.txt',
    'team/drafts/d.pdf',
    'teams/e.pdf',
  ])
    bucket.putKey(key, key);
  expect(await paths()).toEqual(['team/a.pdf', 'team/b.md']);
});

test('a selection names keys, ids, and prefixes that end with a slash, each read once and within the prefix', async () => {
  const { bucket, paths } = await open({ prefix: 'team/' });
  const id = bucket.putKey('team/z.txt', 'z');
  for (const key of ['team/a.txt', 'team/a.txt.bak', 'team/x/1.txt', 'team/x/y/2.txt', 'secret/b.txt'])
    bucket.putKey(key, key);
  const selection = ['team/a.txt', id, 'team/x/', 'team/x/y/', 'secret/b.txt', 'team/gone.txt'];
  expect(await paths(selection)).toEqual(['team/a.txt', 'team/x/1.txt', 'team/x/y/2.txt', 'team/z.txt']);
});

test('a selected folder above the prefix stands for what lies in the prefix', async () => {
  const { bucket, paths } = await open({ prefix: 'team/x/' });
  for (const key of ['team/a.txt', 'team/x/1.txt', 'team/y/2.txt']) bucket.putKey(key, key);
  expect(await paths(['team/'])).toEqual(['team/x/1.txt']);
});

test('a folder of any signs is selected', async () => {
  const { bucket, paths } = await open();
  for (const key of [`it's (1)!*/a.txt`, 'its/b.txt']) bucket.putKey(key, key);
  expect(await paths([`it's (1)!*/`])).toEqual([`it's (1)!*/a.txt`]);
});

test('an object below a prefix that is no folder is found', async () => {
  const { bucket, connector } = await open({ prefix: 'rep' });
  const [inside, outside] = ['report.txt', 'other.txt'].map((key) => bucket.putKey(key, key));
  expect(await connector.find?.(inside ?? '', signal)).toMatchObject({ name: 'report.txt' });
  expect(await connector.find?.(outside ?? '', signal)).toBeUndefined();
});

test('a cursor of another selection counts as expired', async () => {
  const { bucket, connector } = await open();
  for (const key of ['a/1', 'a/2', 'a/3', 'a/4']) bucket.putKey(key, key);
  const { nextCursor } = await connector.list(undefined, ['a/'], signal);
  expect(await rejection(connector.list(nextCursor, ['b/'], signal))).toMatchObject({
    code: 'CURSOR_EXPIRED',
  });
});

test('the same bytes written again keep their version, other bytes do not', async () => {
  const { bucket, connector } = await open();
  bucket.putKey('a.txt', 'one');
  const [first] = (await listAll(connector)).items;
  bucket.putKey('a.txt', 'one');
  const [same] = (await listAll(connector)).items;
  bucket.putKey('a.txt', 'two');
  const [other] = (await listAll(connector)).items;
  expect(same?.versionKey).toBe(first?.versionKey);
  expect(other?.versionKey).not.toBe(first?.versionKey);
});

test.each([
  ['another bucket', { bucket: 'nowhere' }, 'PROVIDER_REJECTED', 'NoSuchBucket'],
  ['another region', { region: 'us-west-2' }, 'PROVIDER_REJECTED', 'AuthorizationHeaderMalformed'],
  ['an unknown key', { accessKeyId: 'AKIDOTHER' }, 'CONNECTION_UNAUTHORIZED', 'InvalidAccessKeyId'],
])('%s is refused in the words of S3', async (_, changes, code, reason) => {
  const { connector } = await open(changes);
  const error = await rejection(connector.whoAmI(signal));
  expect(error).toMatchObject({ code, details: { reason: expect.stringContaining(reason) } });
  // There is no consent that could be repeated.
  if (code === 'CONNECTION_UNAUTHORIZED')
    expect(error.message).toBe('S3 no longer accepts what was entered for this connection: enter it again');
});

test('a redirect is not followed: the request was signed for this server', async () => {
  const { bucket, connector } = await open();
  const location = `${bucket.url}/elsewhere`;
  bucket.fault = () => ({ kind: 'status', status: 307, headers: { location } });
  expect(await rejection(connector.whoAmI(signal))).toMatchObject({ code: 'PROVIDER_REJECTED' });
  expect(bucket.requests).toHaveLength(1);
});

const listingOf = (content: string, head = '') =>
  `<?xml version="1.0"?>${head}<ListBucketResult><IsTruncated>false</IsTruncated>${content}</ListBucketResult>`;
const aThousand = '<Contents><Key>k.txt</Key><ETag>"e"</ETag><Size>1</Size></Contents>'.repeat(1_000);

test.each([
  ['elements without number', listingOf('<a/>'.repeat(60_000)), 'PROVIDER_UNAVAILABLE'],
  ['a key that does not end', listingOf(`<Prefix>${'k'.repeat(5_000_000)}</Prefix>`), 'PROVIDER_UNAVAILABLE'],
  [
    'entities of its own',
    listingOf('&a;'.repeat(100), '<!DOCTYPE x [<!ENTITY a "b">]>'),
    'PROVIDER_UNAVAILABLE',
  ],
  ['a thousand objects', listingOf(aThousand), undefined],
])('a listing with %s does not keep the process from other work', async (_, body, code) => {
  const server = await startStubServer(() => ({ headers: { 'content-type': 'application/xml' }, body }));
  const connector = openOn(server, () => 'secret', { settings: s3SettingsOf(server) });
  const page = connector.list(undefined, undefined, signal);
  if (code) expect(await rejection(page)).toMatchObject({ code });
  else expect((await page).items).toHaveLength(1_000);
});

test('an archived object is read while a restored copy of it is there', async () => {
  const { bucket, connector } = await open();
  const until = new Date(Date.now() + 86_400_000).toUTCString();
  const copy = `ongoing-request="false", expiry-date="${until}"`;
  const restored = bucket.putKey('restored.txt', 'text', 'GLACIER', copy);
  bucket.putKey('asked-for.txt', 'text', 'DEEP_ARCHIVE', 'ongoing-request="true"');
  bucket.putKey('frozen.txt', 'text', 'GLACIER');
  const { items, skipped } = await listAll(connector);
  expect(items).toMatchObject([{ externalId: restored }]);
  expect(skipped.map(({ name, reason }) => [name, reason])).toEqual([
    ['asked-for.txt', 'It is archived (DEEP_ARCHIVE), and being restored: it is read by a later sync'],
    ['frozen.txt', 'It is archived (GLACIER): restore it to have it read'],
  ]);
  expect(await textOf((await connector.fetch(items[0]!, signal)).body)).toBe('text');
});

test('an archived object that was listed before is unsupported, not forbidden', async () => {
  const { bucket, connector } = await open();
  const id = bucket.putKey('a.txt', 'a');
  bucket.putKey('a.txt', 'a', 'GLACIER');
  const error = await rejection(connector.fetch({ externalId: id, versionKey: '' }, signal));
  expect(error.code).toBe('ITEM_UNSUPPORTED');
});

test('an item of another bucket is not read', async () => {
  const { connector } = await open();
  const error = await rejection(connector.fetch({ externalId: 'host/other/a.txt', versionKey: '' }, signal));
  expect(error.code).toBe('ITEM_NOT_FOUND');
});

test.each([
  ['user name', { endpoint: 'https://user:pass@s3.example.com' }],
  ['pattern that is too long', { include: ['*'.repeat(101)] }],
  ['alternative in braces', { include: ['{a,b}{a,b}'] }],
  ['address for a bucket', { bucket: 'https://docs.s3.amazonaws.com' }],
  ['field that is not known', { sessionToken: 'x' }],
])('settings with a %s are refused', (_, changes) => {
  const settings = {
    endpoint: 'https://s3.example.com',
    region: 'eu-central-1',
    bucket: 'documents',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
  };
  expect(s3SignIns[0]?.schema.safeParse(settings).success).toBe(true);
  expect(s3SignIns[0]?.schema.safeParse({ ...settings, ...changes }).success).toBe(false);
});

test.each([
  ['**/*.pdf', 'a.pdf', true],
  ['**/*.pdf', 'team/2026/a.pdf', true],
  ['*.pdf', 'team/a.pdf', false],
  ['team/**', 'team/a/b/c.txt', true],
  ['team/**', 'teams/a.txt', false],
  ['**/drafts/**', 'a/drafts/b.txt', true],
  ['**/drafts/**', 'drafts/b.txt', true],
  ['a/**/z/*.md', 'a/z/y/z/n.md', true],
  ['report-????.txt', 'report-2026.txt', true],
  ['report-????.txt', 'report-26.txt', false],
  ['*', '.hidden', true],
  ['a*c', 'abcbc', true],
  ['*.(1)', 'x.(1)', true],
  ['team/**', 'team', true],
  ['ab*', 'ab', true],
  ['ab*c', 'ab', false],
  ['ab', 'abc', false],
])('the pattern %s and the key %s: %s', (glob, key, isMatch) => {
  expect(matchesGlob(key, glob)).toBe(isMatch);
});

test('a pattern of many stars does not try all ways to match a long key', () => {
  expect(matchesGlob('a'.repeat(1_024), `${'*a'.repeat(49)}b`)).toBe(false);
  expect(matchesGlob('a/'.repeat(500), `${'**/a/'.repeat(19)}b`)).toBe(false);
});

test('a bucket is asked a hundred times a second at most, with its name in the path', async () => {
  const { requested, paces, context } = recordRequests();
  const settings = s3SettingsOf({ url: 'https://s3.example.com' });
  await expect(openS3({ ...context, settings }).whoAmI(signal)).rejects.toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
  });
  expect([requested, [...paces]]).toEqual([['https://s3.example.com/documents/'], [100]]);
});

test('an empty key that ends with a slash is a folder and nothing else; one with content is skipped by its own name', async () => {
  const { bucket, connector } = await open();
  bucket.putKey('a/', '');
  const id = bucket.putKey('a/b/', 'content');
  const all = await listAll(connector);
  expect(all.items).toEqual([]);
  expect(all.skipped).toEqual([{ externalId: id, name: 'b', reason: expect.stringContaining('slash') }]);
});

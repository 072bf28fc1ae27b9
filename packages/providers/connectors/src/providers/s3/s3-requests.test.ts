import { expect, test } from '@jest/globals';
import { rejection, signal, textOf } from '../../../test/conformance-subject.ts';
import { recordRequests } from '../../../test/recorded-requests.fixture.ts';
import { bucketsThatAnswer, listingOf, s3SettingsOf } from '../../../test/s3.fixture.ts';
import { openS3 } from './index.ts';

const open = bucketsThatAnswer();

const rest = (count: number) => ' '.repeat(4 * 1_024 * 1_024 + count - listingOf('').length);
/** The listing itself has four tags. */
const tags = (count: number) => '<a/>'.repeat(50_000 + count - 4);

test.each([
  ['4 MB', listingOf('') + rest(0), true],
  ['a byte more than 4 MB', listingOf('') + rest(1), false],
  ['50,000 tags', listingOf(tags(0)), true],
  ['a tag more than 50,000', listingOf(tags(1)), false],
  ['a declaration of its type', `<!DOCTYPE x>${listingOf('')}`, false],
  ['an end that is missing', listingOf('').replace('</ListBucketResult>', ''), false],
  ['a name space', listingOf('').replaceAll('ListBucketResult', 's3:ListBucketResult'), true],
  ['more to come, and no token', listingOf('').replace('false', 'true'), false],
  [
    'more to come, a number of keys, and no token',
    listingOf('<KeyCount>1</KeyCount><Contents><Key>a</Key></Contents>').replace('false', 'true'),
    false,
  ],
  ['a token, and no more to come', listingOf('<NextContinuationToken>t</NextContinuationToken>'), true],
  ['fewer objects than it says', listingOf('<KeyCount>1</KeyCount>'), false],
  ['something after its end', `${listingOf('')}<Error/>`, false],
  ['another root', '<Error><IsTruncated>false</IsTruncated></Error>', false],
  [
    'a key that cannot be decoded',
    listingOf('<EncodingType>url</EncodingType><Contents><Key>%E0%A4%A</Key><ETag>e</ETag></Contents>'),
    false,
  ],
])('a listing of %s is read: %s', async (_, body, isRead) => {
  const { connector } = await open({ body });
  const listing = connector.list(undefined, undefined, signal);
  if (isRead) expect((await listing).proof).toBe('STATED');
  else
    expect(await rejection(listing)).toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
      retryable: true,
      message: expect.stringMatching(/^S3 /),
    });
});

const archivedWith = (restore: string) =>
  listingOf(
    `<Contents><Key>a.txt</Key><ETag>e</ETag><StorageClass>GLACIER</StorageClass>${restore}</Contents>`,
  );
const until = '<RestoreExpiryDate>2099-01-01T00:00:00.000Z</RestoreExpiryDate>';

test.each([
  ['', 0],
  ['<RestoreStatus/>', 0],
  [`<RestoreStatus>${until}</RestoreStatus>`, 1],
  [`<RestoreStatus><IsRestoreInProgress>false</IsRestoreInProgress>${until}</RestoreStatus>`, 1],
  [`<RestoreStatus><IsRestoreInProgress>true</IsRestoreInProgress></RestoreStatus>`, 0],
])('of an archived object with %p %i item is listed', async (restore, count) => {
  const { connector } = await open({ body: archivedWith(restore) });
  const { items, skipped } = await connector.list(undefined, undefined, signal);
  expect([items.length, skipped.length]).toEqual([count, 1 - count]);
});

const glacier = { etag: '"e"', 'x-amz-storage-class': 'GLACIER' };
const ongoing = (is: boolean) => ({
  ...glacier,
  'x-amz-restore': `ongoing-request="${is}", expiry-date="x"`,
});

test.each([
  [{}, false],
  [{ etag: '"e"' }, true],
  [{ etag: '"e"', 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' }, true],
  [{ etag: '"e"', 'x-amz-storage-class': 'STANDARD_IA' }, true],
  [glacier, false],
  [ongoing(true), false],
  [ongoing(false), true],
])('an object that is described by %j is found: %s', async (headers, isFound) => {
  const { connector, ids } = await open({ headers, body: '' });
  const found = await connector.find?.(`${ids}a/b.txt`, signal);
  expect(found).toEqual(
    isFound
      ? expect.objectContaining({
          externalId: `${ids}a/b.txt`,
          name: 'b.txt',
          versionKey: 'e',
          modifiedAt: 'last-modified' in headers ? '2026-01-01T00:00:00.000Z' : null,
        })
      : undefined,
  );
});

test('an object that the server cannot describe now is not taken for missing', async () => {
  const { connector, ids } = await open({ status: 503, body: '' });
  expect(await rejection(connector.find!(`${ids}a.txt`, signal))).toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
  });
});

test('a query is sent in the form in which it was signed, and a path as well', async () => {
  const { context } = recordRequests();
  const sent: string[] = [];
  const settings = s3SettingsOf({ url: 'https://s3.example.com:9000' }, { prefix: "a b+c&d=%20!'()*/ü" });
  const fetch: typeof globalThis.fetch = async (input) => {
    sent.push(String(input));
    return new Response(listingOf(''));
  };
  await openS3({ ...context, settings, fetch }).list(undefined, undefined, signal);
  const query = 'encoding-type=url&list-type=2&prefix=a%20b%2Bc%26d%3D%2520%21%27%28%29%2A%2F%C3%BC';
  const [place, asked = ''] = sent[0]?.split('?') ?? [];
  expect([sent.length, place, asked.split('&').toSorted().join('&')]).toEqual([
    1,
    'https://s3.example.com:9000/documents/',
    query,
  ]);
});

test.each(['gzip', 'GZIP', 'br', 'deflate', 'zstd'])(
  'of an object that is stored as %s the number of its bytes is not known',
  async (coding) => {
    const { context } = recordRequests();
    const fetch: typeof globalThis.fetch = async () =>
      new Response('text', { headers: { etag: '"e"', 'content-encoding': coding } });
    const connector = openS3({
      ...context,
      settings: s3SettingsOf({ url: 'https://s3.example.com' }),
      fetch,
    });
    const wanted = { externalId: 's3.example.com/documents/a.txt', versionKey: 'e', sizeBytes: 5 };
    expect(await textOf((await connector.fetch(wanted, signal)).body)).toBe('text');
  },
);

test('fewer bytes than an object is listed with are refused in the name of S3', async () => {
  const { connector, ids } = await open({ headers: { etag: '"e"' }, body: 'text' });
  const { body } = await connector.fetch(
    { externalId: `${ids}a.txt`, versionKey: 'e', sizeBytes: 5 },
    signal,
  );
  expect((await rejection(textOf(body))).message).toMatch(/^S3 /);
});

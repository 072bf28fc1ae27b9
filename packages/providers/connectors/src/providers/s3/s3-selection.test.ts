import { startBucketFake } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { rejection, signal } from '../../../test/conformance-subject.ts';
import { connectorsOnFakes } from '../../../test/connector-on-fake.fixture.ts';
import { covering } from '../../../test/covering.fixture.ts';
import { listAll } from '../../../test/list-all.fixture.ts';
import { recordRequests } from '../../../test/recorded-requests.fixture.ts';
import { listingOf, s3SettingsOf } from '../../../test/s3.fixture.ts';
import { openS3 } from './index.ts';

const openOn = connectorsOnFakes(openS3, () => ({}));

async function open(keys: readonly string[] = [], changes: object = {}) {
  const bucket = await startBucketFake({ pageSize: 2 });
  const ids = keys.map((key) => bucket.putKey(key, key));
  const connector = openOn(bucket, () => bucket.token, { settings: s3SettingsOf(bucket, changes) });
  const list = async (selection?: readonly string[]) => {
    const { items, skipped, isUnproven } = await listAll(connector, undefined, selection);
    return { paths: items.map(({ path }) => path), skipped, isUnproven };
  };
  return { bucket, connector, ids, list };
}

const whole = { skipped: [], isUnproven: false };

test('an empty bucket, and a selection of nothing, are listed as a whole', async () => {
  const { list } = await open();
  expect(await list()).toEqual({ paths: [], ...whole });
  expect(await list([])).toEqual({ paths: [], ...whole });
});

test('keys that begin alike, and folders in any order, are each read once', async () => {
  const { list } = await open(['a.txt', 'a.txt.bak', 'b/1', 'b/2', 'b/3', 'c/4']);
  expect(await list(['a.txt.bak', 'a.txt'])).toEqual({ paths: ['a.txt', 'a.txt.bak'], ...whole });
  expect(await list(['c/', 'b/'])).toEqual({ paths: ['b/1', 'b/2', 'b/3', 'c/4'], ...whole });
});

test('a listing goes on where the same selection is named in another order', async () => {
  const { connector } = await open(['a/1', 'a/2', 'a/3', 'b/4']);
  const { nextCursor } = await connector.list(undefined, ['b/', 'a/'], signal);
  const { items } = await listAll(connector, nextCursor, ['a/', 'b/']);
  expect(items.map(({ path }) => path)).toEqual(['a/3', 'b/4']);
});

test('the whole bucket, selected beside what lies in it, is what lies below the prefix', async () => {
  const { list } = await open(['other.txt', 'team/1', 'team/2'], { prefix: 'team/' });
  expect(await list([''])).toEqual({ paths: ['team/1', 'team/2'], ...whole });
  expect(await list(['', 'team/2'])).toEqual({ paths: ['team/1', 'team/2'], ...whole });
  // A key, and no folder, that lies outside.
  expect(await list(['team'])).toEqual({ paths: [], ...whole });
});

test.each(['gone.txt', 'gone/'])(
  '%s, which is selected and nowhere, is named beside what is read',
  async (gone) => {
    const { list } = await open(['gone.txt.bak', 'z.txt']);
    expect(await list([gone, 'z.txt'])).toEqual({
      paths: ['z.txt'],
      skipped: [expect.objectContaining({ externalId: gone, isMissing: true })],
      isUnproven: true,
    });
  },
);

test('a selected folder that is refused is named beside what is read, and a bucket that is refused is an error', async () => {
  const { bucket, connector, list } = await open(['a/1', 'b/2', 'c/3']);
  bucket.fault = ({ query }) => (query.get('prefix') === 'b/' ? { kind: 'status', status: 403 } : undefined);
  expect(await list(['a/', 'b/', 'c/'])).toEqual({
    paths: ['a/1', 'c/3'],
    skipped: [expect.objectContaining({ externalId: 'part:b/', isRefused: true })],
    isUnproven: true,
  });
  bucket.fault = () => ({ kind: 'status', status: 403 });
  expect((await rejection(connector.list(undefined, undefined, signal))).code).toBe('ITEM_FORBIDDEN');
});

test('a folder whose last page is empty is not missing', async () => {
  const { context } = recordRequests();
  const pages = [
    listingOf(
      '<NextContinuationToken>t</NextContinuationToken><Contents><Key>a/1</Key><ETag>e</ETag></Contents>',
    ).replace('false', 'true'),
    listingOf(''),
  ];
  const fetch: typeof globalThis.fetch = async () => new Response(pages.shift());
  const settings = s3SettingsOf({ url: 'https://s3.example.com' });
  const { ids, skipped, isUnproven } = await listAll(openS3({ ...context, settings, fetch }), undefined, [
    'a/',
  ]);
  expect({ ids, skipped, isUnproven }).toEqual({ ids: ['s3.example.com/documents/a/1'], ...whole });
});

test('an object is found in any folder that is selected, or by its own key, and not beside it', async () => {
  const { connector, ids } = await open(['a/1', 'b/2', 'c.txt', 'c.txt.bak']);
  const find = async (index: number, ...selection: string[]) =>
    (await connector.find?.(ids[index] ?? '', signal, covering(selection)))?.externalId;
  expect(await find(0, 'a/', 'b/')).toBe(ids[0]);
  expect(await find(1, 'a/', 'b/')).toBe(ids[1]);
  expect(await find(1, 'a/')).toBeUndefined();
  expect(await find(2, 'c.txt')).toBe(ids[2]);
  expect(await find(3, 'c.txt')).toBeUndefined();
});

test('an empty object is an item, and a key of slashes alone is named by itself', async () => {
  const { bucket, list } = await open(['/']);
  bucket.putKey('empty.txt', '');
  expect(await list()).toMatchObject({ paths: ['empty.txt'], skipped: [{ name: '/' }] });
});

import type { ConnectorItem } from '@docfleet/connectors';
import { AppError } from '@docfleet/errors';
import { expect, test } from '@jest/globals';
import { itemDocument, sortItems } from './sort-items.ts';

type Sorting = Parameters<typeof sortItems>[2];
type Stored = NonNullable<ReturnType<Sorting['stored']['get']>>;

const run = { source: 'BOX', config: { metadata: { team: 'blue' } } } as unknown as Sorting['run'];
const plan = { connector: 'BOX', connectionId: 'the connection' } as unknown as Sorting['plan'];

const itemOf = (changes: Partial<ConnectorItem> = {}): ConnectorItem => ({
  externalId: 'one',
  name: 'One.txt',
  path: '/Papers/One.txt',
  url: 'https://box.example/one',
  mimeType: 'text/plain',
  sizeBytes: 100,
  modifiedAt: '2026-01-02T03:04:05Z',
  versionKey: 'v1',
  kind: 'file',
  ...changes,
});

const storedAs = (changes: Partial<Stored> = {}): Stored => ({
  version: 'v1',
  isInRun: false,
  visible: undefined,
  unreadable: undefined,
  ...changes,
});
const visible = (version: string) => storedAs({ visible: { version } as unknown as Stored['visible'] });

/** Sorts items and skipped parts, where this is stored of the item `one`. */
const sort = (items: ConnectorItem[], stored?: Stored, skipped: Parameters<typeof sortItems>[1] = []) =>
  sortItems(items, skipped, {
    run,
    plan,
    maxFileBytes: 100,
    stored: new Map(stored ? [['one', stored]] : []),
  });

test('a new item is a document to fetch, with all that is known of it', () => {
  expect(sort([itemOf()])).toEqual({
    found: [
      {
        externalId: 'one',
        name: 'One.txt',
        documentType: 'BOX_DOCUMENT',
        ingestionSource: 'BOX',
        metadata: { team: 'blue' },
        connectionId: 'the connection',
        stage: 'FETCH_ITEM',
        item: {
          version: 'v1',
          sizeBytes: 100,
          path: '/Papers/One.txt',
          url: 'https://box.example/one',
          modifiedAt: new Date('2026-01-02T03:04:05Z'),
        },
      },
    ],
    unchanged: [],
    skipped: [],
    hasMoved: false,
  });
});

test('an item whose visible content has its version is unchanged, and its name and place are kept up to date', () => {
  const { found, unchanged } = sort([itemOf()], visible('v1'));
  expect(found).toEqual([]);
  expect(unchanged).toEqual([
    {
      externalId: 'one',
      item: {
        connectionId: 'the connection',
        name: 'One.txt',
        path: '/Papers/One.txt',
        version: 'v1',
        url: 'https://box.example/one',
        modifiedAt: new Date('2026-01-02T03:04:05Z'),
      },
    },
  ]);
});

test('an item whose visible content has another version is fetched', () => {
  expect(sort([itemOf()], visible('v0'))).toMatchObject({ found: [{ externalId: 'one' }], unchanged: [] });
});

test('what a text of the database cannot hold is left out of names, paths and addresses, of changed and unchanged items alike', () => {
  const odd = itemOf({
    name: `a\0b\ud800${'x'.repeat(300)}`,
    path: '/P\0apers/One.txt',
    url: 'https://box.example/\0one',
  });
  const stored = {
    name: `ab\ufffd${'x'.repeat(252)}`,
    path: '/Papers/One.txt',
    url: 'https://box.example/one',
  };
  const { name, ...item } = stored;
  expect(sort([odd]).found).toMatchObject([{ name, item }]);
  expect(sort([odd], visible('v1')).unchanged).toMatchObject([{ item: stored }]);
});

test.each([
  ['no address', { url: null }, { url: null }],
  ['an address of another kind', { url: 'javascript:alert(1)' }, { url: null }],
  ['an address that only contains one', { url: 'x https://box.example' }, { url: null }],
  ['an address of plain HTTP', { url: 'http://box.example/' }, { url: 'http://box.example/' }],
  [
    'an address of 2,000 characters',
    { url: `https://${'x'.repeat(1_992)}` },
    { url: `https://${'x'.repeat(1_992)}` },
  ],
  ['a longer address', { url: `https://${'x'.repeat(1_993)}` }, { url: null }],
  ['no time', { modifiedAt: null }, { modifiedAt: null }],
  ['a time that is none', { modifiedAt: 'yesterday' }, { modifiedAt: null }],
  ['no path', { path: null }, { path: null }],
  ['no size', { sizeBytes: null }, { sizeBytes: null }],
])('an item with %s is stored as %j', (_name, changes, item) => {
  expect(sort([itemOf(changes)]).found).toMatchObject([{ item }]);
});

test('an item of which nothing but its version is known keeps what is stored', () => {
  const { name, item } = itemDocument(run, plan, {
    externalId: 'one',
    name: null,
    path: null,
    version: 'v1',
  });
  expect({ name, item }).toEqual({
    name: null,
    item: { version: 'v1', sizeBytes: null, path: null },
  });
});

test('the items of a job without metadata have none', () => {
  const bare = { ...run, config: {} } as Sorting['run'];
  const { found } = sortItems([itemOf()], [], { run: bare, plan, maxFileBytes: 100, stored: new Map() });
  expect(found).toMatchObject([{ metadata: {} }]);
});

test.each([
  [100, undefined],
  [101, 'The file has 101 bytes, and 100 are the most that is ingested'],
])('a file of %i bytes where 100 are the most fails with %j', (sizeBytes, message) => {
  const [document] = sort([itemOf({ sizeBytes })]).found;
  expect(document?.failure?.message).toBe(message);
  if (message) expect(document?.failure?.code).toBe('FILE_TOO_LARGE');
});

test('a file that is too large fails also where its version is visible', () => {
  const { found, unchanged } = sort([itemOf({ sizeBytes: 101 })], visible('v1'));
  expect(unchanged).toEqual([]);
  expect(found[0]?.failure?.code).toBe('FILE_TOO_LARGE');
});

test.each([
  ['v1', 'DOCUMENT_UNREADABLE'],
  ['v0', undefined],
])('an item whose version %s could not be read fails with %s', (version, code) => {
  const failure = new AppError('DOCUMENT_UNREADABLE', 'It is damaged');
  const { found } = sort([itemOf()], storedAs({ unreadable: { version, failure } }));
  expect(found).toHaveLength(1);
  expect(found[0]?.failure?.code).toBe(code);
});

test.each([
  ['the same version', 'v1', false],
  ['another version', 'v0', true],
])('an item that the run has met before in %s is passed over', (_name, version, hasMoved) => {
  const stored = storedAs({ version, isInRun: true });
  const film = itemOf({ externalId: 'two', name: 'Film.mp4' });
  expect(sort([itemOf(), film], stored)).toMatchObject({ found: [], unchanged: [], hasMoved });
  // A later entry with the same id changes nothing.
  const twice = sort([itemOf(), itemOf({ versionKey: version })], stored);
  expect(twice.hasMoved).toBe(hasMoved);
});

test('what holds no text is skipped under its name', () => {
  expect(sort([itemOf({ name: 'Film.mp4' })])).toEqual({
    found: [],
    unchanged: [],
    skipped: [
      { externalId: 'one', name: 'Film.mp4', reason: 'A video (.mp4) holds no text that can be read' },
    ],
    hasMoved: false,
  });
});

const part = { externalId: 'one', name: 'One', reason: 'It is locked' };

test('what is skipped and was ingested before is a document that failed, and keeps its place', () => {
  const { found, skipped } = sort([], visible('v1'), [part]);
  expect(skipped).toEqual([]);
  expect(found).toMatchObject([{ externalId: 'one', name: 'One', stage: 'FETCH_ITEM' }]);
  expect(found[0]?.failure).toMatchObject({ code: 'ITEM_UNSUPPORTED', message: 'It is locked' });
  expect(found[0]?.item).toBeUndefined();
});

test('what is skipped and is in the run already is in it once', () => {
  expect(sort([], storedAs({ isInRun: true }), [part])).toMatchObject({ found: [], skipped: [] });
});

test.each([
  ['was never ingested', undefined, part],
  ['is nowhere to be found', visible('v1'), { ...part, isMissing: true as const }],
])('what is skipped and %s stays among what was skipped', (_name, stored, one) => {
  expect(sort([], stored, [one])).toMatchObject({ found: [], skipped: [one] });
});

test('what a text of the database cannot hold is left out of what is skipped', () => {
  const odd = { externalId: 'two', name: `T\0wo${'x'.repeat(300)}`, reason: 'It is \0locked' };
  const film = itemOf({ name: 'Fi\0lm.mp4' });
  const reason = 'A video (.mp4) holds no text that can be read';
  expect(sort([film], undefined, [odd]).skipped).toEqual([
    { externalId: 'two', name: `Two${'x'.repeat(252)}`, reason: 'It is locked' },
    { externalId: 'one', name: 'Film.mp4', reason },
  ]);
  expect(sort([film], visible('v1')).found[0]?.failure?.message).toBe(reason);
});

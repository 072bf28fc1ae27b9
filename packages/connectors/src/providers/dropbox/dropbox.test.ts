import { startDropboxFake } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { describeConnector } from '../../../test/conformance.ts';
import { connectorsOnFakes } from '../../../test/connector-on-fake.fixture.ts';
import { sortEntries } from './entries.ts';
import { openDropbox } from './index.ts';

const endpoints = (url: string) => ({ api: url, content: url });

describeConnector({
  name: 'DROPBOX',
  start: () => startDropboxFake({ pageSize: 4 }),
  endpoints,
  contract: { file: 'dropbox/dropbox-read-slice.openapi.json' },
  hasChangeFeed: true,
  reportsDeletions: true,
  hasFiles: true,
  hasAddresses: false,
  cursorsExpire: true,
  skips: true,
});

const signal = new AbortController().signal;
const openOn = connectorsOnFakes(openDropbox, endpoints);

async function open(options: Parameters<typeof startDropboxFake>[0] = {}) {
  const dropbox = await startDropboxFake(options);
  const connector = openOn(dropbox, () => dropbox.token);
  return { dropbox, connector };
}

test("the folders of a member's team are seen", async () => {
  const { dropbox, connector } = await open({ teamRoot: '99' });
  const id = dropbox.put('/Team folder/plan.txt', 'plan');
  const { items } = await connector.list(undefined, undefined, signal);
  expect(items.map(({ externalId }) => externalId)).toEqual([id]);
});

test('a Paper document is exported as Markdown', async () => {
  const { dropbox, connector } = await open();
  const id = dropbox.putPaper('/Notes.paper', '# Notes');
  const { items } = await connector.list(undefined, undefined, signal);
  expect(items).toMatchObject([{ externalId: id, kind: 'page', sizeBytes: null }]);
  const fetched = await connector.fetch(items[0]!, signal);
  expect(fetched).toMatchObject({ mimeType: 'text/markdown', fileName: 'Notes.md' });
});

test('a deleted folder is named by its path, and what was restored below it is not lost', async () => {
  const { dropbox, connector } = await open();
  dropbox.put('/Folder/a.txt', 'a');
  const { syncCursor } = await connector.list(undefined, undefined, signal);
  dropbox.put('/Folder/gone.txt', 'made and deleted in between');
  dropbox.remove('/Folder');
  const back = dropbox.put('/Folder/b.txt', 'b');
  const page = await connector.list(syncCursor, undefined, signal);
  expect(page.deletedPaths).toEqual(['/Folder']);
  expect(page.items.map(({ externalId }) => externalId)).toEqual([back]);
});

test('a selection is listed folder by folder and file by file', async () => {
  const { dropbox, connector } = await open();
  const inside = dropbox.put('/Chosen/a.txt', 'a');
  const single = dropbox.put('/single.txt', 's');
  dropbox.put('/Other/b.txt', 'b');
  const selection = ['/Chosen', single];
  const first = await connector.list(undefined, selection, signal);
  const second = await connector.list(first.nextCursor, selection, signal);
  expect([...first.items, ...second.items].map(({ externalId }) => externalId)).toEqual([inside, single]);
  expect(second).toMatchObject({ isComplete: true, nextCursor: undefined });
  dropbox.remove(single);
  const third = await connector.list(second.syncCursor, selection, signal);
  const fourth = await connector.list(third.nextCursor, selection, signal);
  expect(fourth).toMatchObject({ deleted: [single], isComplete: false });
});

test('a sync cursor of another selection counts as expired', async () => {
  const { dropbox, connector } = await open();
  dropbox.put('/A/a.txt', 'a');
  const { syncCursor } = await connector.list(undefined, ['/A'], signal);
  await expect(connector.list(syncCursor, undefined, signal)).rejects.toMatchObject({
    code: 'CURSOR_EXPIRED',
  });
});

test('a missing scope is named, and no token wasted on it', async () => {
  const { dropbox, connector } = await open();
  const error = { '.tag': 'missing_scope', required_scope: 'files.metadata.read' };
  dropbox.fault = () => ({ kind: 'status', status: 401, body: { error_summary: 'missing_scope/..', error } });
  await expect(connector.whoAmI(signal)).rejects.toMatchObject({
    code: 'CONNECTION_UNAUTHORIZED',
    details: { reason: 'The scope files.metadata.read is missing' },
  });
  expect(dropbox.requests).toHaveLength(1);
});

test('an item is all that Dropbox knows of it; an export has the version and the format that were asked for', async () => {
  const { dropbox, connector } = await open();
  const id = dropbox.put('/Reports/sum.txt', 'sixteen letters.');
  const paper = dropbox.putPaper('/Notes.paper', '# Notes');
  const { items } = await connector.list(undefined, undefined, signal);
  const [file, page] = [id, paper].map((wanted) => items.find(({ externalId }) => externalId === wanted)!);
  expect(file).toEqual({
    externalId: id,
    name: 'sum.txt',
    path: '/Reports/sum.txt',
    url: null,
    mimeType: null,
    sizeBytes: 16,
    modifiedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    versionKey: expect.any(String),
    kind: 'file',
  });
  expect((await connector.fetch(page!, signal)).versionKey).toBe(page!.versionKey);
  const exported = dropbox.requests.findLast(({ path }) => path.endsWith('/export'));
  expect(JSON.parse(String(exported?.headers['dropbox-api-arg']))).toEqual({
    path: paper,
    export_format: 'markdown',
  });
});

test('what Dropbox can neither download nor export is unsupported, and a refusal without a summary is quoted', async () => {
  const { dropbox, connector } = await open();
  const id = dropbox.put('/a.txt', 'a');
  const [item] = (await connector.list(undefined, undefined, signal)).items;
  const error_summary = 'unsupported_file/..';
  dropbox.fault = ({ path }) =>
    path.endsWith('/download') ? { kind: 'status', status: 409, body: { error_summary } } : undefined;
  await expect(connector.fetch(item!, signal)).rejects.toMatchObject({ code: 'ITEM_UNSUPPORTED' });
  dropbox.fault = () => ({ kind: 'status', status: 400, body: 'Error in call: bad input' });
  await expect(connector.fetch({ ...item!, externalId: id }, signal)).rejects.toMatchObject({
    code: 'PROVIDER_REJECTED',
    details: { reason: 'Error in call: bad input' },
  });
});

test('entries are applied in their order: a deletion forgets what stood below its path, and nothing beside it', () => {
  const file = (id: string, path: string) => ({
    '.tag': 'file' as const,
    id,
    name: id,
    path_lower: path,
    path_display: path,
    rev: '1',
    size: 1,
    server_modified: '2026-01-01T00:00:00Z',
    is_downloadable: true,
  });
  const deleted = (path: string) => ({ '.tag': 'deleted' as const, name: 'x', path_lower: path });
  const sorted = sortEntries([
    file('a', '/folder/a'),
    file('b', '/folder-two/b'),
    deleted('/folder'),
    deleted('/other'),
  ]);
  expect(sorted.items.map(({ externalId }) => externalId)).toEqual(['b']);
  expect(sorted.deletedPaths).toEqual(['/folder', '/other']);
});

import { startDropboxFake } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { describeConnector } from '../../../test/conformance.ts';
import { connectorsOnFakes } from '../../../test/connector-on-fake.fixture.ts';
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

import { startDropboxFake } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { describeConnector } from '../../../test/conformance.ts';
import { textOf } from '../../../test/conformance-subject.ts';
import { connectorsOnFakes } from '../../../test/connector-on-fake.fixture.ts';
import { openDropbox } from './index.ts';

const endpoints = (url: string) => ({ api: url, content: url });

describeConnector({
  name: 'DROPBOX',
  account: 'https://api.dropboxapi.com/2/users/get_current_account',
  contract: { file: 'dropbox/dropbox-read-slice.openapi.json' },
  reportsDeletions: true,
  hasAddresses: false,
  cursorsExpire: true,
  laterFields: ['isCut'],
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
  const { body } = await connector.fetch(items[0]!, signal);
  expect(await textOf(body)).toBe('plan');
});

test('an account without a team names no root', async () => {
  const { dropbox, connector } = await open();
  dropbox.put('/plan.txt', 'plan');
  await connector.list(undefined, undefined, signal);
  expect(dropbox.requests.some(({ headers }) => 'dropbox-api-path-root' in headers)).toBe(false);
});

test("the root of a team that has changed is the vendor's trouble, and read anew by the next attempt", async () => {
  const { dropbox, connector } = await open({ teamRoot: '99' });
  const error = { '.tag': 'invalid_root', invalid_root: {} };
  dropbox.fault = ({ path }) =>
    path.endsWith('/list_folder')
      ? { kind: 'status', status: 422, body: { error_summary: 'invalid_root/..', error } }
      : undefined;
  await expect(connector.list(undefined, undefined, signal)).rejects.toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
  });
  dropbox.fault = undefined;
  await connector.list(undefined, undefined, signal);
  expect(dropbox.requests.filter(({ path }) => path.endsWith('/get_current_account'))).toHaveLength(2);
});

test('a page holds 2,000 entries, and the account is asked for once', async () => {
  const { dropbox, connector } = await open();
  const id = dropbox.put('/a.txt', 'a');
  await connector.list(undefined, undefined, signal);
  await connector.fetch({ externalId: id, versionKey: '' }, signal);
  const asked = (part: string) => dropbox.requests.filter(({ path }) => path.endsWith(part));
  expect(asked('/list_folder').map(({ json }) => json)).toMatchObject([{ limit: 2_000, path: '' }]);
  expect(asked('/get_current_account')).toHaveLength(1);
  expect(await connector.whoAmI(signal)).toEqual({
    accountId: 'dbid:AAH4f99T0taONIb-OurWxbNQ6ywGRopQngc',
    name: 'Ada Lovelace',
  });
});

test('a folder that is selected by its path and has vanished has everything listed again', async () => {
  const { dropbox, connector } = await open();
  dropbox.put('/Chosen/a.txt', 'a');
  const { syncCursor } = await connector.list(undefined, ['/Chosen'], signal);
  dropbox.remove('/Chosen');
  await expect(connector.list(syncCursor, ['/Chosen'], signal)).rejects.toMatchObject({
    code: 'CURSOR_EXPIRED',
  });
  expect(await connector.list(undefined, ['/Chosen'], signal)).toMatchObject({
    items: [],
    deleted: [],
    deletedPaths: [],
    skipped: [{ externalId: '/Chosen', isMissing: true }],
    proof: 'NONE',
  });
});

test('a file that was selected by its path and is gone is named by its path', async () => {
  const { dropbox, connector } = await open();
  const id = dropbox.put('/single.txt', 's');
  const { syncCursor, items } = await connector.list(undefined, ['/single.txt'], signal);
  expect(items).toMatchObject([{ externalId: id }]);
  dropbox.remove(id);
  expect(await connector.list(syncCursor, ['/single.txt'], signal)).toMatchObject({
    deleted: [],
    deletedPaths: ['/single.txt'],
    skipped: [],
  });
});

test('an empty selection is a whole listing of nothing', async () => {
  const { connector } = await open();
  expect(await connector.list(undefined, [], signal)).toEqual({
    items: [],
    deleted: [],
    skipped: [],
    proof: 'STATED',
  });
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
  expect(second).toMatchObject({ proof: 'STATED', nextCursor: undefined });
  dropbox.remove(single);
  const third = await connector.list(second.syncCursor, selection, signal);
  const fourth = await connector.list(third.nextCursor, selection, signal);
  expect(fourth).toMatchObject({ deleted: [single], deletedPaths: [], proof: undefined });
});

test('a sync cursor of another selection counts as expired', async () => {
  const { dropbox, connector } = await open();
  dropbox.put('/A/a.txt', 'a');
  const { syncCursor } = await connector.list(undefined, ['/A'], signal);
  await expect(connector.list(syncCursor, undefined, signal)).rejects.toMatchObject({
    code: 'CURSOR_EXPIRED',
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

import { expect, test } from '@jest/globals';
import { boxAccounts } from '../../../test/box.fixture.ts';
import { describeConnector } from '../../../test/conformance.ts';
import { rejection, signal, textOf } from '../../../test/conformance-subject.ts';
import { listPages } from '../../list-pages.ts';

describeConnector({
  name: 'BOX',
  account: 'https://api.box.com/2.0/users/me',
  contract: { file: 'box/openapi.json', base: '/2.0' },
  reportsDeletions: true,
  cursorsExpire: true,
  laterFields: ['isCut'],
});

const open = boxAccounts();

test('files may be selected one by one, and a missing one is absent', async () => {
  const { box, listAll } = await open();
  const id = box.put('/a.txt', 'a');
  box.put('/b.txt', 'b');
  expect((await listAll(undefined, ['999999', id])).ids).toEqual([id]);
});

test('an empty selection is a whole listing of nothing', async () => {
  const { box, connector } = await open();
  box.put('/a.txt', 'a');
  expect(await connector.list(undefined, [], signal)).toEqual({
    items: [],
    deleted: [],
    skipped: [],
    syncCursor: expect.any(String),
    proof: 'STATED',
  });
});

test.each(['999999', 'file:999999', 'folder:999999'])(
  '%s, which is selected and nowhere, is named as it was selected',
  async (selected) => {
    const { box, listAll } = await open();
    const id = box.put('/a.txt', 'a');
    expect(await listAll(undefined, [selected, id])).toMatchObject({
      ids: [id],
      skipped: [{ externalId: selected, name: selected, isMissing: true }],
      isUnproven: true,
    });
  },
);

test('Box Notes are read as Markdown, those of today and those of before', async () => {
  const { box, connector, listAll } = await open();
  const text = (value: string) => ({ type: 'text', text: value });
  const paragraph = (value: string) => ({ type: 'paragraph', content: [text(value)] });
  const item = (value: string) => ({ type: 'list_item', content: [paragraph(value)] });
  const cell = (value: string) => ({ type: 'table_cell', content: [paragraph(value)] });
  const doc = {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [text('Plan')] },
      paragraph('Use Postgres'),
      { type: 'bullet_list', content: [item('one'), item('two')] },
      { type: 'check_list', content: [{ ...item('done'), attrs: { checked: true } }] },
      { type: 'table', content: [{ type: 'table_row', content: [cell('a|b'), cell('c')] }] },
    ],
  };
  const id = box.put('/Minutes.boxnote', JSON.stringify({ version: 1, doc }));
  const previous = box.put('/Old.boxnote', JSON.stringify({ atext: { text: 'From before' } }));
  expect((await listAll()).ids.toSorted()).toEqual([id, previous].toSorted());
  const read = async (externalId: string) => connector.fetch({ externalId, versionKey: '1' }, signal);
  const fetched = await read(id);
  expect(fetched).toMatchObject({ mimeType: 'text/markdown', fileName: 'Minutes.boxnote.md' });
  expect(await textOf(fetched.body)).toBe(
    '## Plan\n\nUse Postgres\n\n- one\n- two\n\n- [x] done\n\n| a\\|b | c |\n| --- | --- |\n',
  );
  expect(await textOf((await read(previous)).body)).toBe('From before\n');
});

test('a file and a folder of the same number are distinguished', async () => {
  const { box, listAll } = await open();
  const inside = box.put('/Folder/in.txt', 'in');
  const folder = box.folderAt('/Folder');
  box.putTwin(folder, 'twin.txt');
  expect((await listAll(undefined, [`folder:${folder}`])).ids).toEqual([inside]);
  const { ids, syncCursor } = await listAll(undefined, [`file:${folder}`]);
  expect(ids).toEqual([folder]);
  box.put('/Folder/in.txt', 'changed');
  expect((await listAll(syncCursor, [`file:${folder}`])).ids).toEqual([]);
});

test('a file that is not ready is tried again when Box says so', async () => {
  const { box, connector } = await open();
  const id = box.put('/a.txt', 'a');
  box.unready.add(id);
  await expect(connector.fetch({ externalId: id, versionKey: '1' }, signal)).rejects.toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
    details: { retryAfterMs: 5_000 },
  });
});

test('the token is not sent to the host that hands out bytes', async () => {
  const { box, connector } = await open();
  const id = box.put('/a.txt', 'a');
  await connector.fetch({ externalId: id, versionKey: '1' }, signal);
  const download = box.requests.find(({ path }) => path.startsWith('/download/'));
  expect(download?.headers).not.toHaveProperty('authorization');
});

const at = (path: string) => (request: { readonly path: string }) => request.path.includes(path);
const refusing = (path: string, status: number, body: object) => (request: { readonly path: string }) =>
  at(path)(request) ? ({ kind: 'status', status, body } as const) : undefined;

test('a missing scope is distinguished from a file that is closed, in the words of Box', async () => {
  const { box, connector } = await open();
  box.put('/a.txt', 'a');
  box.fault = refusing('/items', 403, { code: 'insufficient_scope', message: 'The app lacks a scope' });
  await expect(connector.list(undefined, undefined, signal)).rejects.toMatchObject({
    code: 'CONNECTION_UNAUTHORIZED',
    message: expect.stringContaining('permission'),
    details: { status: 403, reason: 'The app lacks a scope' },
  });
  box.fault = refusing('/items', 403, { code: 'forbidden', message: 'Closed to you' });
  await expect(connector.list(undefined, undefined, signal)).rejects.toMatchObject({
    code: 'ITEM_FORBIDDEN',
    details: { reason: 'Closed to you' },
  });
});

test('an item has the path of its folders and its address; each page names what is deleted, if only nothing', async () => {
  const { box, connector } = await open();
  const id = box.put('/a/b/report.txt', 'sixteen letters.');
  const note = box.put('/a/plan.boxnote', '{"atext":{"text":"x"}}');
  const items = new Map();
  for await (const page of listPages(connector, undefined, undefined, signal)) {
    expect(page.deleted).toEqual([]);
    for (const item of page.items) items.set(item.externalId, item);
  }
  expect(items.get(id)).toEqual({
    externalId: id,
    name: 'report.txt',
    path: '/a/b/report.txt',
    url: `https://app.box.com/file/${id}`,
    mimeType: null,
    sizeBytes: 16,
    modifiedAt: '2026-01-01T00:00:00Z',
    versionKey: expect.any(String),
    kind: 'file',
  });
  expect(items.get(note)).toMatchObject({ mimeType: 'text/markdown' });
});

test('a folder is requested a thousand items at once', async () => {
  const { box, listAll } = await open();
  for (let number = 0; number < 1_000; number += 1) box.put(`/${number}.txt`, 'a');
  expect((await listAll()).ids).toHaveLength(1_000);
  expect(box.requests.filter(({ path }) => path.endsWith('/items'))).toHaveLength(1);
});

test('a file with another name has the version that it had', async () => {
  const { box, listAll } = await open();
  const id = box.put('/a.txt', 'a');
  const before = await listAll();
  box.rename(id, 'b.txt');
  const after = await listAll();
  expect(after.items).toMatchObject([{ name: 'b.txt', versionKey: before.items[0]?.versionKey }]);
});

test.each(['a.boxcanvas', 'a.gdoc', 'a.gsheet', 'a.GSLIDES'])(
  '%s is skipped, with a reason',
  async (name) => {
    const { box, connector, listAll } = await open();
    const id = box.put(`/${name}`, 'a');
    const { ids, skipped } = await listAll();
    expect(ids).toEqual([]);
    expect(skipped).toMatchObject([{ externalId: id, name }]);
    await expect(connector.fetch({ externalId: id, versionKey: '1' }, signal)).rejects.toMatchObject({
      code: 'ITEM_UNSUPPORTED',
      message: skipped[0]?.reason,
    });
  },
);

test.each([
  ['Ada', 'Ada'],
  [null, 'ada@example.com'],
])('an account of the name %p is called %s, by its login where it has none', async (name, called) => {
  const { box, connector } = await open();
  box.fault = () => ({ kind: 'status', status: 200, body: { id: '7', name, login: 'ada@example.com' } });
  expect(await connector.whoAmI(signal)).toEqual({ accountId: '7', name: called });
});

test('a file of which Box names no type is bytes', async () => {
  const { box, connector } = await open();
  const id = box.put('/a', 'a');
  const headers = { 'content-type': '' };
  box.fault = ({ path }) =>
    path.endsWith('/content') ? { kind: 'status', status: 200, headers, body: 'a' } : undefined;
  const fetched = await connector.fetch({ externalId: id, versionKey: '1' }, signal);
  expect(fetched.mimeType).toBe('application/octet-stream');
});

test('a file of which fewer bytes come than Box says that it has is no document', async () => {
  const { box, connector } = await open();
  const externalId = box.put('/a.txt', 'x'.repeat(4_000));
  box.fault = ({ path }) =>
    path.startsWith('/download/') ? { kind: 'status', status: 200, body: 'x'.repeat(3_000) } : undefined;
  const { body } = await connector.fetch({ externalId, versionKey: '1' }, signal);
  expect(await rejection(textOf(body))).toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
    details: { reason: 'It lists the content with 4000 bytes, and 3000 came' },
  });
});

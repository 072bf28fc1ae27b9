import { startDropboxFake } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { textOf } from '../../../test/conformance-subject.ts';
import { connectorsOnFakes } from '../../../test/connector-on-fake.fixture.ts';
import { recordRequests } from '../../../test/recorded-requests.fixture.ts';
import { entry } from './api.ts';
import { sortEntries } from './entries.ts';
import { openDropbox } from './index.ts';
import { dropboxPush } from './push.ts';

const signal = new AbortController().signal;
const openOn = connectorsOnFakes(openDropbox, (url) => ({ api: url, content: url }));

async function open() {
  const dropbox = await startDropboxFake();
  return { dropbox, connector: openOn(dropbox, () => dropbox.token) };
}

test('a Paper document is exported as Markdown', async () => {
  const { dropbox, connector } = await open();
  const id = dropbox.putPaper('/Notes.paper', '# Notes');
  const { items } = await connector.list(undefined, undefined, signal);
  expect(items).toMatchObject([{ externalId: id, kind: 'page', sizeBytes: null }]);
  const fetched = await connector.fetch(items[0]!, signal);
  expect(fetched).toMatchObject({ mimeType: 'text/markdown', fileName: 'Notes.md' });
});

test.each([
  [['html'], 'text/html', 'Notes.html'],
  // As Dropbox chooses, for a document that has neither.
  [['xlsx'], 'application/octet-stream', 'Notes.xlsx'],
])('a document that is exported as %j alone is', async (formats, mimeType, fileName) => {
  const { dropbox, connector } = await open();
  dropbox.putPaper('/Notes.paper', '<p>Notes</p>', formats);
  const { items } = await connector.list(undefined, undefined, signal);
  expect(await connector.fetch(items[0]!, signal)).toMatchObject({ mimeType, fileName });
});

test('a document that Dropbox neither downloads nor exports is skipped, and unsupported', async () => {
  const { dropbox, connector } = await open();
  const id = dropbox.putPaper('/Form.gform', 'form', []);
  const reason = 'Dropbox neither downloads nor exports files of this kind';
  expect(await connector.list(undefined, undefined, signal)).toMatchObject({
    items: [],
    skipped: [{ externalId: id, name: 'Form.gform', reason }],
  });
  await expect(connector.fetch({ externalId: id, versionKey: '' }, signal)).rejects.toMatchObject({
    code: 'ITEM_UNSUPPORTED',
    message: reason,
  });
  await expect(connector.fetch({ externalId: 'id:none', versionKey: '' }, signal)).rejects.toMatchObject({
    code: 'ITEM_NOT_FOUND',
  });
});

test('a file is read by a path of any signs', async () => {
  const { dropbox, connector } = await open();
  dropbox.put('/Übersicht \u007f 🙂.txt', 'text');
  const fetched = await connector.fetch({ externalId: '/Übersicht \u007f 🙂.txt', versionKey: '' }, signal);
  expect(await textOf(fetched.body)).toBe('text');
});

test.each([
  [409, 'path/not_found', 'ITEM_NOT_FOUND'],
  [409, 'path/malformed_path', 'ITEM_NOT_FOUND'],
  [409, 'path/restricted_content', 'ITEM_FORBIDDEN'],
  [409, 'path/locked', 'PROVIDER_UNAVAILABLE'],
  [409, 'path/unsupported_content_type', 'ITEM_UNSUPPORTED'],
  [409, 'non_exportable', 'ITEM_UNSUPPORTED'],
  [409, 'invalid_export_format', 'ITEM_UNSUPPORTED'],
  [409, 'path/not_file', 'ITEM_UNSUPPORTED'],
  [422, 'no_permission', 'PROVIDER_REJECTED'],
])('the refusal %i %s is %s', async (status, summary, code) => {
  const { dropbox, connector } = await open();
  dropbox.fault = () => ({ kind: 'status', status, body: { error_summary: `${summary}/..`, error: {} } });
  await expect(connector.fetch({ externalId: 'id:a', versionKey: '' }, signal)).rejects.toMatchObject({
    code,
    details: { reason: `${summary}/..` },
  });
});

test('Dropbox says in the body how long to wait', async () => {
  const { dropbox, connector } = await open();
  dropbox.fault = () => ({ kind: 'status', status: 429 });
  await expect(connector.whoAmI(signal)).rejects.toMatchObject({
    code: 'PROVIDER_RATE_LIMITED',
    details: { retryAfterMs: 3_000 },
  });
});

test.each([
  [1_024, true],
  [1_025, false],
])('a challenge of %i characters is echoed: %s', (length, isEchoed) => {
  const query = new URLSearchParams({ challenge: 'c'.repeat(length) });
  expect(dropboxPush.handshake?.('GET', query) !== undefined).toBe(isEchoed);
  expect(dropboxPush.handshake?.('POST', query)).toBeUndefined();
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
  const sorted = sortEntries(
    [file('b', '/folder-two/b'), file('a', '/folder/a'), deleted('/folder'), deleted('/other')],
    { isFull: false },
  );
  expect(sorted.items.map(({ externalId }) => externalId)).toEqual(['b']);
  expect(sorted.deletedPaths).toEqual(['/folder', '/other']);
  const again = [file('a', '/a'), file('b', '/b'), file('a', '/c')];
  expect(sortEntries(again, { isFull: false }).items.map(({ path }) => path)).toEqual(['/b', '/c']);
  const pathless = { ...file('c', '/c'), path_display: null, path_lower: null };
  expect(sortEntries([pathless, deleted('/c')], { isFull: false }).items).toMatchObject([
    { externalId: 'c', path: null },
  ]);
  const inCapitals = { ...deleted('/folder'), path_display: '/Folder', path_lower: null };
  expect(sortEntries([file('a', '/folder/a'), inCapitals], { isFull: false })).toMatchObject({
    items: [],
    deletedPaths: ['/Folder'],
  });
  // An unmounted folder has no path, and its deletion concerns no other item.
  const unmounted = { '.tag': 'deleted' as const, name: 'x', path_lower: null };
  expect(sortEntries([file('a', '/folder/a'), unmounted], { isFull: false })).toMatchObject({
    items: [{ externalId: 'a' }],
    deletedPaths: [],
  });
});

test('a folder takes the place of a file and leaves what is below it, and paths are compared as Dropbox lowers them', () => {
  const file = (id: string, lower: string, display = lower) =>
    entry.parse({
      '.tag': 'file',
      id,
      name: id,
      path_lower: lower,
      path_display: display,
      rev: '1',
      size: 1,
      server_modified: '2026-01-01T00:00:00Z',
    });
  const folder = entry.parse({ '.tag': 'folder', path_lower: '/x', path_display: '/X' });
  const idsOf = (entries: Parameters<typeof sortEntries>[0]) =>
    sortEntries(entries, { isFull: false }).items.map(({ externalId }) => externalId);
  expect(idsOf([file('before', '/x'), file('below', '/x/a'), folder])).toEqual(['below']);
  expect(idsOf([folder, file('after', '/x')])).toEqual(['after']);
  // JavaScript makes two characters of this one.
  const deleted = entry.parse({ '.tag': 'deleted', path_lower: '/i', path_display: '/İ' });
  expect(idsOf([file('dotted', '/i/a', '/İ/a'), deleted])).toEqual([]);
});

const answering = (part: string, body: unknown, headers: Record<string, string> = {}) => {
  const reply = { kind: 'status', status: 200, body, headers } as const;
  return ({ path }: { readonly path: string }) => (path.endsWith(part) ? reply : undefined);
};

test('what Dropbox leaves out of an entry is unknown, and a file can be downloaded unless it says otherwise', async () => {
  const { dropbox, connector } = await open();
  const minimal = { '.tag': 'file', name: 'a', server_modified: '2026-01-01T00:00:00Z', rev: '1', size: 1 };
  const link = { ...minimal, id: 'id:link', symlink_info: { target: '/a' } };
  const entries = [
    { ...minimal, id: 'id:a' },
    link,
    { ...minimal, id: 'id:none', is_downloadable: false },
    { '.tag': 'folder', id: 'id:f', name: 'f' },
    { '.tag': 'deleted', name: 'gone' },
  ];
  dropbox.fault = answering('/list_folder', { entries, cursor: 'c', has_more: false });
  const { items, skipped, deletedPaths } = await connector.list(undefined, undefined, signal);
  expect(items).toEqual([
    {
      externalId: 'id:a',
      name: 'a',
      path: null,
      url: null,
      mimeType: null,
      sizeBytes: 1,
      modifiedAt: '2026-01-01T00:00:00Z',
      versionKey: '1',
      kind: 'file',
    },
  ]);
  expect(skipped).toMatchObject([
    { externalId: 'id:link', reason: expect.stringContaining('symbolic link') },
    { externalId: 'id:none' },
  ]);
  expect(deletedPaths).toEqual([]);
});

test('a file without a type is bytes, and one without its name and version is no answer', async () => {
  const { dropbox, connector } = await open();
  const fetched = () => connector.fetch({ externalId: 'id:a', versionKey: '' }, signal);
  const result = JSON.stringify({ name: 'a.txt', rev: '7' });
  dropbox.fault = answering('/download', 'bytes', { 'dropbox-api-result': result, 'content-type': '' });
  expect(await fetched()).toMatchObject({
    mimeType: 'application/octet-stream',
    fileName: 'a.txt',
    versionKey: '7',
  });
  dropbox.fault = answering('/download', 'bytes');
  await expect(fetched()).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
});

test('a folder that cannot be listed now is not taken for a file', async () => {
  const { dropbox, connector } = await open();
  dropbox.put('/Chosen/a.txt', 'a');
  dropbox.fault = ({ path }) => (path.endsWith('/list_folder') ? { kind: 'status', status: 503 } : undefined);
  await expect(connector.list(undefined, ['/Chosen'], signal)).rejects.toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
  });
});

test('a file that is gone leaves the account as it is known', async () => {
  const { dropbox, connector } = await open();
  dropbox.put('/a.txt', 'a');
  await expect(connector.fetch({ externalId: 'id:none', versionKey: '' }, signal)).rejects.toMatchObject({
    code: 'ITEM_NOT_FOUND',
  });
  await connector.list(undefined, undefined, signal);
  expect(dropbox.requests.filter(({ path }) => path.endsWith('/get_current_account'))).toHaveLength(1);
});

test("requests go to Dropbox's own addresses, those for contents to another one, ten a second", async () => {
  const { dropbox } = await open();
  const { requested, paces, context } = recordRequests(dropbox.url);
  const fetchOne = (changes: object) =>
    openDropbox({ ...context, ...changes }).fetch({ externalId: 'id:a', versionKey: '' }, signal);
  const accessToken = async () => dropbox.token;
  for (const changes of [{}, { accessToken, endpoints: { api: dropbox.url } }])
    await expect(fetchOne(changes)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  expect(requested).toEqual([
    'https://api.dropboxapi.com/2/users/get_current_account',
    'https://content.dropboxapi.com/2/files/download',
  ]);
  expect([...paces]).toEqual([10]);
});

test.each(['download', 'export'])(
  'a file of whose %s fewer bytes come than Dropbox says is no document',
  async (route) => {
    const { dropbox, connector } = await open();
    const content = 'x'.repeat(40);
    const externalId =
      route === 'export'
        ? dropbox.putPaper('/b.paper', content, ['markdown'])
        : dropbox.put('/a.txt', content);
    dropbox.fault = ({ path }) => (path.endsWith(route) ? { kind: 'truncated' } : undefined);
    const { body } = await connector.fetch({ externalId, versionKey: '1' }, signal);
    await expect(textOf(body)).rejects.toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
      details: { reason: 'It lists the content with 40 bytes, and 20 came' },
    });
  },
);

import {
  type GoogleDriveEmulator,
  type GoogleDriveEmulatorOptions,
  type StubRequest,
  type StubResponse,
  type StubServer,
  startGoogleDriveEmulator,
  startStubServer,
} from '@docfleet/testing';
import { afterEach, expect, test } from '@jest/globals';
import {
  ask,
  connect,
  context,
  documents,
  fetchAll,
  list,
  runOf,
  sync,
} from '../test/connector-sync.fixture.ts';

const google = 'application/vnd.google-apps';
const folder = `${google}.folder`;
const shortcut = `${google}.shortcut`;

let open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.map((one) => one.close()));
  open = [];
});

async function connectTo({ url }: StubServer, { accessToken, store, requests }: GoogleDriveEmulator) {
  const connectionId = await connect('GOOGLE_DRIVE', { url, token: accessToken } as never);
  const select = (...externalIds: string[]) => ({ config: { connectionId, externalIds } });
  return { store, requests, connectionId, select };
}

/** A connection to a fake Drive. */
async function start(options: GoogleDriveEmulatorOptions = {}) {
  const emulator = await startGoogleDriveEmulator(options);
  open.push(emulator);
  return connectTo(emulator, emulator);
}

/** A connection to a fake Drive through what answers some of its requests in another way. */
async function startBehind(
  change: (request: StubRequest, answer: { readonly files?: object[] }) => StubResponse | undefined,
) {
  const emulator = await startGoogleDriveEmulator();
  const server = await startStubServer(async (request) => {
    const headers = { authorization: String(request.headers.authorization) };
    const response = await fetch(`${emulator.url}${request.path}?${request.query}`, { headers });
    const body = await response.text();
    const type = response.headers.get('content-type') ?? '';
    const changed = type.includes('json') ? change(request, JSON.parse(body)) : undefined;
    return changed ?? { status: response.status, headers: { 'content-type': type }, body };
  });
  open.push(server, emulator);
  return connectTo(server, emulator);
}

const namesOf = async () => Object.keys(await documents()).toSorted();

/** Folders below one, with a file each. */
function putTree(store: GoogleDriveEmulator['store'], count: number): void {
  store.put({ id: 'top', name: 'Top', mimeType: folder });
  for (let number = 1; number <= count; number += 1) {
    store.put({ id: `d${number}`, name: `D${number}`, mimeType: folder, parent: 'top' });
    store.put({ id: `f${number}`, name: `f${number}.txt`, parent: `d${number}`, content: `text ${number}` });
  }
}

const parentsIn = ({ query }: StubRequest) => (query.get('q') ?? '').split(' in parents').length - 1;
const all = ['f1.txt', 'f2.txt', 'f3.txt'];

test.each([
  ['nothing', () => []],
  ['one folder of several', (files: readonly object[]) => files.slice(0, 1)],
])('a query of several folders that shows %s loses nothing and finds what is new', async (_what, shorten) => {
  let isFaulty = false;
  const { store, connectionId, select } = await startBehind((request, answer) =>
    isFaulty && answer.files && parentsIn(request) > 1
      ? { body: { ...answer, files: shorten(answer.files) } }
      : undefined,
  );
  putTree(store, 3);
  await sync(connectionId, select('top'));
  expect(await namesOf()).toEqual(all);
  isFaulty = true;
  store.put({ id: 'new', name: 'new.txt', parent: 'd2' });
  expect(await sync(connectionId, select('top'))).toMatchObject({ items: { deleted: 0 } });
  expect(await namesOf()).toEqual([...all, 'new.txt']);
});

test('a folder that shows less than it holds loses nothing', async () => {
  let isFaulty = false;
  const { store, connectionId, select } = await startBehind((request, answer) =>
    isFaulty && answer.files && parentsIn(request) > 0
      ? { body: { ...answer, files: answer.files.filter((file) => !JSON.stringify(file).includes('"f2"')) } }
      : undefined,
  );
  putTree(store, 3);
  await sync(connectionId, select('top'));
  isFaulty = true;
  store.put({ id: 'f1', name: 'f1.txt', parent: 'd1', content: 'changed' });
  expect(await sync(connectionId, select('top'))).toMatchObject({ items: { deleted: 0 } });
  expect(await namesOf()).toEqual(all);
});

const refusalOf = (status: number, reason: string, message: string) => ({
  status,
  body: { error: { code: status, message, errors: [{ reason, message, domain: 'global' }] } },
});

test.each([
  ['gone', refusalOf(404, 'notFound', 'File not found: .')],
  ['closed', refusalOf(403, 'insufficientFilePermissions', 'The user does not have sufficient permissions')],
])('one folder of a query that is %s takes no other along', async (_what, refusal) => {
  const { store, connectionId, select } = await startBehind(({ query }) =>
    query.get('q')?.includes("'d2' in parents") ? refusal : undefined,
  );
  putTree(store, 3);
  expect(await sync(connectionId, select('top'))).toMatchObject({ status: 'COMPLETED' });
  expect(await namesOf()).toEqual(['f1.txt', 'f3.txt']);
});

test('a selected folder that is closed stops no other, is named, and keeps its documents', async () => {
  let isClosed = false;
  const closed = refusalOf(403, 'insufficientFilePermissions', 'No permission for this file');
  const { store, connectionId, select } = await start({
    fault: ({ path, query }) =>
      isClosed && (/\/files\/(d2|f2)$/.test(path) || query.get('q')?.includes("'d2'")) ? closed : undefined,
  });
  putTree(store, 3);
  const three = select('d1', 'd2', 'd3');
  await sync(connectionId, three);
  isClosed = true;
  store.put({ id: 'new', name: 'new.txt', parent: 'd3' });
  const run = await sync(connectionId, three);
  expect(run).toMatchObject({ status: 'COMPLETED', items: { deleted: 0, searchable: 1 } });
  expect(run.items?.skippedItems).toMatchObject([
    { externalId: 'd2', reason: expect.stringContaining('No permission for this file') },
  ]);
  expect(await namesOf()).toEqual([...all, 'new.txt']);
});

test('what is selected and nowhere to be found, or lies in the trash, is named', async () => {
  const { store, connectionId, select } = await start();
  store.put({ id: 'a', name: 'a.txt' });
  store.put({ id: 't', name: 't.txt', trashed: true });
  const run = await sync(connectionId, select('a', 'nowhere', 't'));
  expect(run).toMatchObject({ status: 'COMPLETED', items: { searchable: 1, skipped: 2 } });
  expect(run.items?.skippedItems.map(({ externalId }) => externalId).toSorted()).toEqual(['nowhere', 't']);
  store.remove('a');
  expect(await sync(connectionId, select('a', 'nowhere', 't'))).toMatchObject({ items: { deleted: 1 } });
});

test('a shortcut whose target is closed for a while keeps what it leads to', async () => {
  let isClosed = false;
  const closed = refusalOf(403, 'insufficientFilePermissions', 'No permission for this file');
  const { store, connectionId, select } = await start({
    fault: ({ path }) => (isClosed && path.endsWith('/files/target') ? closed : undefined),
  });
  store.put({ id: 'top', name: 'Top', mimeType: folder });
  store.put({ id: 's', name: 'shared.txt', mimeType: shortcut, shortcutTo: 'target', parent: 'top' });
  store.put({ id: 'target', name: 'shared.txt' });
  await sync(connectionId, select('top'));
  isClosed = true;
  store.put({ id: 'new', name: 'new.txt', parent: 'top' });
  expect(await sync(connectionId, select('top'))).toMatchObject({ items: { deleted: 0 } });
  expect(await namesOf()).toEqual(['new.txt', 'shared.txt']);
});

test('a file behind a shortcut that was removed is deleted', async () => {
  const { store, connectionId, select } = await start();
  store.put({ id: 'top', name: 'Top', mimeType: folder });
  store.put({ id: 's', name: 'shared.txt', mimeType: shortcut, shortcutTo: 'target', parent: 'top' });
  store.put({ id: 'a', name: 'a.txt', parent: 'top' });
  store.put({ id: 'target', name: 'shared.txt' });
  await sync(connectionId, select('top'));
  store.remove('s');
  await sync(connectionId, select('top'));
  expect(await namesOf()).toEqual(['a.txt']);
});

test('one shared drive that is closed is named, keeps its documents, and hinders nothing else', async () => {
  let isClosed = false;
  const closed = refusalOf(403, 'teamDriveMembershipRequired', 'You are no member of this shared drive');
  const { store, connectionId, requests } = await start({
    fault: ({ path, query }) =>
      isClosed && (query.get('driveId') === 'ghost' || path.endsWith('/files/inside')) ? closed : undefined,
  });
  store.addDrive('ghost');
  store.put({ id: 'inside', name: 'inside.txt', driveId: 'ghost', parent: 'ghost' });
  for (const id of ['a', 'b']) store.put({ id, name: `${id}.txt` });
  await sync(connectionId);
  isClosed = true;
  store.remove('b');
  const run = await sync(connectionId);
  expect(run).toMatchObject({ status: 'COMPLETED', errorMessage: null, items: { deleted: 1 } });
  expect(run.items?.skippedItems).toMatchObject([{ externalId: 'ghost' }]);
  expect(await namesOf()).toEqual(['a.txt', 'inside.txt']);
  const before = requests.length;
  store.put({ id: 'c', name: 'c.txt' });
  expect(await sync(connectionId)).toMatchObject({ items: { searchable: 1, unchanged: 0 } });
  // The next sync follows the change log again.
  expect(requests.length - before).toBeLessThan(8);
});

test('a search of a new shared drive that is cut short leads to a whole listing, which deletes nothing', async () => {
  const { store, connectionId } = await start();
  for (const id of ['a', 'b']) store.put({ id, name: `${id}.txt` });
  await sync(connectionId);
  store.addDrive('team');
  store.put({ id: 'inside', name: 'inside.txt', driveId: 'team', parent: 'team' });
  store.cutsSearches.add('drive');
  expect(await sync(connectionId)).toMatchObject({ status: 'COMPLETED_WITH_ERRORS', items: { deleted: 0 } });
  expect(await namesOf()).toEqual(['a.txt', 'b.txt', 'inside.txt']);
});

test('what another has shared by a link is read below a shortcut to its folder, also without a selection', async () => {
  const { store, connectionId } = await start();
  store.put({ id: 'theirs', name: 'Theirs', mimeType: folder, isOthers: true });
  store.put({ id: 'deep', name: 'Deep', mimeType: folder, isOthers: true, parent: 'theirs' });
  store.put({ id: 'x', name: 'x.txt', isOthers: true, parent: 'deep' });
  store.put({ id: 's', name: 'Theirs', mimeType: shortcut, shortcutTo: 'theirs' });
  store.put({ id: 'a', name: 'a.txt' });
  await sync(connectionId);
  expect(await namesOf()).toEqual(['a.txt', 'x.txt']);
  store.put({ id: 'more', name: 'More', mimeType: folder, isOthers: true });
  store.put({ id: 'y', name: 'y.txt', isOthers: true, parent: 'more' });
  store.put({ id: 's2', name: 'More', mimeType: shortcut, shortcutTo: 'more' });
  await sync(connectionId);
  expect(await namesOf()).toEqual(['a.txt', 'x.txt', 'y.txt']);
});

test('files behind links of before September 2021 are read, found again and looked up with their keys', async () => {
  const { store, connectionId, select } = await start();
  store.put({ id: 'top', name: 'Top', mimeType: folder });
  const link = { mimeType: shortcut, parent: 'top' };
  store.put({ id: 's1', name: 'a', ...link, shortcutTo: 'a', shortcutKey: '0-key-a' });
  store.put({ id: 's2', name: 'Old', ...link, shortcutTo: 'old', shortcutKey: '0-key-old' });
  store.put({ id: 'a', name: 'a.txt', resourceKey: '0-key-a' });
  store.put({ id: 'old', name: 'Old', mimeType: folder, resourceKey: '0-key-old' });
  store.put({
    id: 'doc',
    name: 'doc',
    mimeType: `${google}.document`,
    parent: 'old',
    resourceKey: '0-key-doc',
  });
  expect(await sync(connectionId, select('top'))).toMatchObject({ fetched: 2, items: { failed: 0 } });
  expect(await documents()).toEqual({ 'a.txt': 'SUCCESS', doc: 'SUCCESS' });
  store.put({ id: 'new', name: 'new.txt', parent: 'top' });
  expect(await sync(connectionId, select('top'))).toMatchObject({ fetched: 1, items: { unchanged: 2 } });
});

test('a file that too many have downloaded is read when its quota is back', async () => {
  let isExceeded = true;
  const exceeded = refusalOf(
    403,
    'downloadQuotaExceeded',
    'The download quota for this file has been exceeded.',
  );
  const { store, connectionId } = await start({
    fault: ({ query }) => (isExceeded && query.get('alt') === 'media' ? exceeded : undefined),
  });
  store.put({ id: 'a', name: 'a.txt' });
  const run = await ask(connectionId);
  await list(run);
  await expect(fetchAll()).rejects.toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
    retryable: true,
    details: { retryAfterMs: 3_600_000 },
  });
  isExceeded = false;
  await fetchAll();
  expect((await runOf(run)).items).toMatchObject({ failed: 0 });
  const [row] = await context.database.document.findMany({ where: { externalId: 'a', stage: 'PARSE' } });
  expect(row).toBeDefined();
});

test.each([
  ['Interview with the board.mp4', 'document'],
  ['notes v2.zip', 'document'],
  ['budget.iso', 'spreadsheet'],
  ['slides.ttf', 'presentation'],
])('%s is read when it is a %s of Google', async (name, kind) => {
  const { store, connectionId } = await start();
  store.put({ id: 'x', name, mimeType: `${google}.${kind}`, content: 'text' });
  store.put({ id: 'v', name: 'Film.mp4', mimeType: 'video/mp4', content: 'film' });
  store.put({ id: 'z', name: 'all.zip', mimeType: 'application/zip', content: 'zip' });
  expect((await sync(connectionId)).items).toMatchObject({ searchable: 1, skipped: 2 });
});

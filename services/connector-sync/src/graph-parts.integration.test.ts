import { type GraphEmulator, type GraphEmulatorOptions, startGraphEmulator } from '@docfleet/testing';
import { afterEach, expect, test } from '@jest/globals';
import { connect, context, documents, namespace, sync } from '../test/connector-sync.fixture.ts';

let graph: GraphEmulator | undefined;
afterEach(async () => {
  await graph?.close();
  graph = undefined;
});

/** A connection to a fake tenant. */
async function start(connector: 'ONEDRIVE' | 'SHAREPOINT', options: GraphEmulatorOptions = {}) {
  graph = await startGraphEmulator(options);
  const fake = { ...graph, token: graph.accessToken };
  const connectionId = await connect(connector, fake as never);
  const select = (...externalIds: string[]) => ({ config: { connectionId, externalIds } });
  return { store: graph.store, requests: graph.requests, connectionId, select };
}

const namesOf = async () => Object.keys(await documents()).toSorted();
const idsOf = async () =>
  (
    await context.database.document.findMany({ where: { namespaceId: namespace.id, liveKey: { not: null } } })
  ).map(({ id }) => id);

test('an item that shifts between two pages of a selected folder is not deleted', async () => {
  let onSecondPage: () => void = () => undefined;
  const { store, connectionId, select } = await start('ONEDRIVE', {
    pageSize: 2,
    fault: ({ path, query }) => {
      if (path.endsWith('/children') && query.has('$skiptoken')) onSecondPage();
      return undefined;
    },
  });
  store.put('own', { id: 'top', name: 'Top', kind: 'folder' });
  for (const id of ['a', 'b', 'c', 'd']) store.put('own', { id, name: `${id}.txt`, parent: 'top' });
  await sync(connectionId, select('own:top'));
  onSecondPage = () => {
    if (store.drive('own').items.has('a')) store.remove('own', 'a');
  };
  store.put('own', { id: 'd', name: 'd.txt', parent: 'top', content: 'changed' });
  const run = await sync(connectionId, select('own:top'));
  expect(run).toMatchObject({ status: 'COMPLETED', items: { deleted: 0 } });
  expect(await namesOf()).toEqual(['a.txt', 'b.txt', 'c.txt', 'd.txt']);
  expect(await sync(connectionId, select('own:top'))).toMatchObject({ items: { deleted: 1 } });
  expect(await namesOf()).toEqual(['b.txt', 'c.txt', 'd.txt']);
});

test('what is moved out of a selected folder is deleted', async () => {
  const { store, connectionId, select } = await start('ONEDRIVE');
  store.put('own', { id: 'top', name: 'Top', kind: 'folder' });
  store.put('own', { id: 'beside', name: 'Beside', kind: 'folder' });
  for (const id of ['a', 'b']) store.put('own', { id, name: `${id}.txt`, parent: 'top' });
  await sync(connectionId, select('own:top'));
  store.edit('own', 'b', { parent: 'beside' });
  await sync(connectionId, select('own:top'));
  expect(await namesOf()).toEqual(['a.txt']);
});

const site = (number: number) => `contoso.sharepoint.com,${number},${number}`;

test('a site that an administrator has locked stops no other, is named, and keeps its documents', async () => {
  let isLocked = false;
  const locked = {
    status: 423,
    body: { error: { code: 'notAllowed', message: 'Access to this site has been blocked.' } },
  };
  const { store, connectionId, select } = await start('SHAREPOINT', {
    fault: ({ path }) =>
      isLocked && (path.includes(encodeURIComponent(site(2))) || path.includes('b!2')) ? locked : undefined,
  });
  for (const number of [1, 2]) {
    store.sites.set(site(number), [`b!${number}`]);
    store.put(`b!${number}`, { id: 'x', name: `${number}.txt` });
  }
  const both = select(site(1), site(2));
  await sync(connectionId, both);
  isLocked = true;
  store.put('b!1', { id: 'new', name: 'new.txt' });
  const run = await sync(connectionId, both);
  expect(run).toMatchObject({ status: 'COMPLETED', items: { deleted: 0 } });
  expect(run.items?.skippedItems).toMatchObject([
    { externalId: site(2), reason: expect.stringContaining('Access to this site has been blocked.') },
  ]);
  expect(await namesOf()).toEqual(['1.txt', '2.txt', 'new.txt']);
});

test('one selected folder that is closed stops no other, is named, and keeps its documents', async () => {
  let isClosed = false;
  const closed = { status: 403, body: { error: { code: 'accessDenied', message: 'Access denied' } } };
  const { store, connectionId, select } = await start('ONEDRIVE', {
    fault: ({ path }) => (isClosed && /\/items\/(secret|s)(\/|$)/.test(path) ? closed : undefined),
  });
  store.put('own', { id: 'open', name: 'Open', kind: 'folder' });
  store.put('own', { id: 'secret', name: 'Secret', kind: 'folder' });
  store.put('own', { id: 'o', name: 'o.txt', parent: 'open' });
  store.put('own', { id: 's', name: 's.txt', parent: 'secret' });
  const both = select('own:open', 'own:secret');
  await sync(connectionId, both);
  isClosed = true;
  store.put('own', { id: 'n', name: 'n.txt', parent: 'open' });
  const run = await sync(connectionId, both);
  expect(run).toMatchObject({ status: 'COMPLETED', items: { deleted: 0, searchable: 1 } });
  expect(run.items?.skippedItems).toMatchObject([{ externalId: 'own:secret' }]);
  expect(await namesOf()).toEqual(['n.txt', 'o.txt', 's.txt']);
  isClosed = false;
  store.put('own', { id: 't', name: 't.txt', parent: 'secret' });
  await sync(connectionId, both);
  expect(await namesOf()).toContain('t.txt');
});

test('what is selected and nowhere to be found is named, and the rest is read', async () => {
  const { store, connectionId, select } = await start('ONEDRIVE');
  store.put('own', { id: 'a', name: 'a.txt' });
  const nowhere = ['own:nothing', 'nodrive', 'nodrive:item', site(9), `pages:${site(9)}`];
  const run = await sync(connectionId, select('own:a', ...nowhere));
  expect(run).toMatchObject({ status: 'COMPLETED', items: { searchable: 1, skipped: 5 } });
  expect(run.items?.skippedItems.map(({ externalId }) => externalId).toSorted()).toEqual(nowhere.toSorted());
  store.remove('own', 'a');
  store.put('own', { id: 'b', name: 'b.txt' });
  expect(await sync(connectionId, select('own:a', 'own:b'))).toMatchObject({ items: { skipped: 1 } });
  store.remove('own', 'b');
  const later = await sync(connectionId, select('own:a', 'own:b'));
  expect(later).toMatchObject({ items: { skipped: 1, deleted: 1, failed: 0 } });
});

test.each([
  ['another case', (id: string) => id.toUpperCase()],
  ['no leading zero', (id: string) => id.slice(1)],
])('a drive of a consumer that is named with %s is the same drive', async (_what, spell) => {
  const theirs = '065fb7c645f8339c';
  let spelled = theirs;
  const { store, connectionId } = await start('ONEDRIVE', { sharedDrives: [theirs] });
  store.put(theirs, { id: 'F7', name: 'Shared', kind: 'folder' });
  store.put(theirs, { id: 'X8', name: 'x.txt', parent: 'F7' });
  const shortcut = () => store.put('own', { id: 's', name: 'Shared', remote: { drive: spelled, id: 'F7' } });
  shortcut();
  await sync(connectionId);
  const before = await idsOf();
  spelled = spell(theirs);
  shortcut();
  expect(await sync(connectionId)).toMatchObject({ items: { unchanged: 1, deleted: 0 } });
  expect(await idsOf()).toEqual(before);
});

test.each(['ONEDRIVE', 'SHAREPOINT'] as const)(
  'a whole listing of %s at a business downloads nothing that is unchanged',
  async (connector) => {
    const { store, connectionId, select } = await start(connector);
    const drive = connector === 'ONEDRIVE' ? 'b!my-ada' : 'b!library';
    for (const id of ['a', 'b', 'c']) store.put(drive, { id, name: `${id}.txt` });
    const whole = select(drive);
    expect(await sync(connectionId, whole)).toMatchObject({ fetched: 3 });
    graph?.expireTokens();
    expect(await sync(connectionId, whole)).toMatchObject({ fetched: 0, items: { unchanged: 3 } });
  },
);

test('what the account may no longer see is deleted', async () => {
  const { store, connectionId } = await start('ONEDRIVE');
  for (const id of ['a', 'b']) store.put('own', { id, name: `${id}.txt` });
  await sync(connectionId);
  store.hide('own', 'b');
  expect(await sync(connectionId)).toMatchObject({ items: { deleted: 1, unchanged: 0 } });
  expect(await namesOf()).toEqual(['a.txt']);
});

import type { GraphEmulatorOptions } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { signal } from '../../../test/conformance-subject.ts';
import { graphTenants } from '../../../test/graph.fixture.ts';
import { listAll } from '../../../test/list-all.fixture.ts';
import { openSharePoint } from './index.ts';

const start = graphTenants(openSharePoint);

async function startWithSites(options: GraphEmulatorOptions = {}) {
  const tenant = await start({ pageSize: 2, ...options });
  for (let site = 0; site < 3; site += 1) {
    const libraries = [0, 1, 2].map((library) => `b!${site}${library}`);
    tenant.store.sites.set(`example.sharepoint.com,guid${site},guid`, libraries);
    for (const library of libraries) tenant.store.put(library, { id: 'x', name: 'x.txt' });
  }
  return tenant;
}

test('every library of every site is listed, to the last page of each list', async () => {
  const { emulator, connector } = await startWithSites();
  const { ids, isComplete } = await listAll(connector);
  const libraries = ['00', '01', '02', '10', '11', '12', '20', '21', '22'].map((id) => `b!${id}`);
  expect(ids).toEqual(libraries.map((library) => `${library}:x`));
  expect(isComplete).toBe(true);
  // In the order in which Graph names them.
  const read = emulator.requests.filter(({ path }) => path.endsWith('/delta'));
  expect(read.map(({ path }) => decodeURIComponent(path.split('/')[3] ?? ''))).toEqual(libraries);
});

test('a selected site and a selected library are read, and no others', async () => {
  const { connector } = await startWithSites();
  const { ids } = await listAll(connector, undefined, ['example.sharepoint.com,guid1,guid', 'b!20']);
  expect(ids).toEqual(['b!10:x', 'b!11:x', 'b!12:x', 'b!20:x']);
});

test('a sync names what has changed in any library', async () => {
  const { store, connector } = await startWithSites();
  const { syncCursor } = await listAll(connector);
  store.put('b!21', { id: 'new', name: 'new.txt' });
  expect(await listAll(connector, syncCursor)).toMatchObject({ ids: ['b!21:new'], isComplete: false });
});

test('sites that the search leaves out are read all the same, once they are known', async () => {
  const hidden = new Set<string>();
  const { store, connector } = await startWithSites({ leavesOut: (site) => hidden.has(site) });
  const { syncCursor } = await listAll(connector);
  hidden.add('example.sharepoint.com,guid1,guid');
  const { ids, isComplete } = await listAll(connector);
  expect([ids.length, isComplete]).toEqual([9, true]);
  store.put('b!11', { id: 'new', name: 'new.txt' });
  expect(await listAll(connector, syncCursor)).toMatchObject({ ids: expect.arrayContaining(['b!11:new']) });
});

test('a listing by the search of sites proves nothing: an item is gone when it says so itself', async () => {
  const { store, connector } = await startWithSites({ sharedDrives: [] });
  const last = await connector.list(undefined, ['b!20'], signal);
  expect(last.proof).toBe('STATED');
  expect((await listAll(connector)).isUnproven).toBe(true);
  expect(await connector.find?.('b!20:x', signal)).toMatchObject({ name: 'x.txt' });
  store.remove('b!20', 'x');
  expect(await connector.find?.('b!20:x', signal)).toBeUndefined();
});

test('300 sites in which nothing changed take 308 requests, and no cursor grows with them', async () => {
  const { emulator, store, connector } = await start();
  for (let site = 0; site < 300; site += 1) {
    store.sites.set(`example.sharepoint.com,guid${site},guid`, [`b!${site}`]);
    store.put(`b!${site}`, { id: 'x', name: 'x.txt' });
  }
  const { syncCursor } = await listAll(connector);
  const before = emulator.requests.length;
  let longest = 0;
  for (let cursor: string | undefined = syncCursor; cursor !== undefined; ) {
    const page = await connector.list(cursor, undefined, signal);
    expect(page.items).toEqual([]);
    longest = Math.max(longest, page.nextCursor?.length ?? 0, page.syncCursor?.length ?? 0);
    cursor = page.nextCursor;
  }
  // Each library's feed, two pages of sites, and six sites that are looked at again.
  expect(emulator.requests.length - before).toBe(308);
  expect(longest).toBeLessThan(20_000);
});

test('a library that is new in a known site is found within some syncs', async () => {
  const { store, connector } = await startWithSites();
  let { syncCursor } = await listAll(connector);
  store.put('b!fresh', { id: 'y', name: 'y.txt' });
  store.sites.set('example.sharepoint.com,guid2,guid', ['b!20', 'b!21', 'b!22', 'b!fresh']);
  const found: string[] = [];
  for (let sync = 0; sync < 3; sync += 1) {
    const next = await listAll(connector, syncCursor);
    found.push(...next.ids);
    syncCursor = next.syncCursor;
  }
  expect(found).toEqual(['b!fresh:y']);
});

test('a library that is new is found by the next sync', async () => {
  const { emulator, store, connector } = await startWithSites();
  const { syncCursor } = await listAll(connector);
  store.put('b!new', { id: 'y', name: 'y.txt' });
  store.sites.set('example.sharepoint.com,guid3,guid', ['b!new']);
  const next = await listAll(connector, syncCursor);
  // Nothing else is listed for it.
  expect([next.ids, next.isComplete]).toEqual([['b!new:y'], false]);
  // It is known from now on: its site is asked for libraries in its turn.
  const before = emulator.requests.length;
  await listAll(connector, next.syncCursor);
  const asked = emulator.requests.slice(before).map(({ path }) => decodeURIComponent(path));
  expect(asked.filter((path) => path.endsWith(',guid3,guid/drives'))).toHaveLength(1);
  expect(asked.filter((path) => path === '/v1.0/drives/b!new/root/delta')).toHaveLength(1);
});

test('a new library is read to its last page, and by its feed from then on', async () => {
  const { store, connector } = await startWithSites();
  const { syncCursor } = await listAll(connector);
  for (const id of ['1', '2', '3', '4', '5']) store.put('b!new', { id, name: `${id}.txt` });
  store.sites.set('example.sharepoint.com,guid3,guid', ['b!new']);
  const second = await listAll(connector, syncCursor);
  expect(second.ids).toEqual(['1', '2', '3', '4', '5'].map((id) => `b!new:${id}`));
  store.put('b!new', { id: '6', name: '6.txt' });
  expect((await listAll(connector, second.syncCursor)).ids).toEqual(['b!new:6']);
});

test('a library that is gone leads to a whole listing, which no longer names its files', async () => {
  const { store, connector } = await startWithSites();
  const { syncCursor } = await listAll(connector);
  store.sites.set('example.sharepoint.com,guid0,guid', ['b!00', 'b!01']);
  store.drives.delete('b!02');
  const { ids, isComplete } = await listAll(connector, syncCursor);
  expect(ids).toHaveLength(8);
  expect(isComplete).toBe(true);
});

test('a library that is closed to the account does not stop the listing of the others', async () => {
  const { connector } = await startWithSites({ sharedDrives: ['b!11'] });
  const { ids, skipped, isComplete } = await listAll(connector);
  expect(ids).toHaveLength(8);
  expect(skipped).toMatchObject([{ externalId: 'b!11', isRefused: true }]);
  expect(isComplete).toBe(true);
});

test('a library that is known and closed for a while stops nothing, and proves nothing of its files', async () => {
  const sharedDrives: string[] = [];
  const { connector } = await startWithSites({ sharedDrives });
  await listAll(connector);
  sharedDrives.push('b!11');
  const { ids, isComplete, isUnproven } = await listAll(connector);
  expect([ids.length, isComplete, isUnproven]).toEqual([8, true, true]);
});

test.each([
  [403, 'accessDenied', [{ externalId: 'b!new', name: 'b!new', reason: expect.stringContaining('closed') }]],
  [404, 'itemNotFound', []],
])(
  'a library that is new and answers %i is passed over by the next sync, named if it is closed',
  async (status, code, skipped) => {
    const { store, connector } = await startWithSites({
      fault: ({ path }) =>
        path.includes('b!new') ? { status, body: { error: { code, message: 'No' } } } : undefined,
    });
    const { syncCursor } = await listAll(connector);
    store.put('b!new', { id: 'y', name: 'y.txt' });
    store.put('b!00', { id: 'z', name: 'z.txt' });
    store.sites.set('example.sharepoint.com,guid3,guid', ['b!new']);
    expect(await listAll(connector, syncCursor)).toMatchObject({
      ids: ['b!00:z'],
      skipped,
      isComplete: false,
    });
  },
);

const hr = 'example.sharepoint.com,guid1,guid';
const asApplication = (sites: readonly string[]) => ({
  settings: { method: 'APP', tenantId: 'example.org', clientId: 'app', sites },
});
const application = {
  isApplication: true,
  addresses: { 'example.sharepoint.com/sites/hr & co': hr, 'example.sharepoint.com': 'root-site' },
};

test('an application reads all sites, or the ones that it was given by their addresses or ids', async () => {
  const { emulator, openAs } = await startWithSites(application);
  const address = 'https://example.sharepoint.com/sites/hr%20&%20co/';
  const chosen = openAs(asApplication([address, 'example.sharepoint.com,guid2,guid']));
  expect((await listAll(chosen)).ids).toEqual(['10', '11', '12', '20', '21', '22'].map((id) => `b!${id}:x`));
  expect(await chosen.whoAmI(signal)).toEqual({ accountId: hr, name: `Site ${hr}` });
  const unnamed = openAs({ settings: { method: 'APP', tenantId: 'example.org', clientId: 'app' } });
  expect(await unnamed.whoAmI(signal)).toMatchObject({ accountId: 'root-site' });
  const all = openAs(asApplication([]));
  expect((await listAll(all)).ids).toHaveLength(9);
  expect(await all.whoAmI(signal)).toEqual({ accountId: 'root-site', name: 'Contoso' });
  const asked = (start: string) => emulator.requests.some(({ path }) => path.startsWith(start));
  expect([asked('/v1.0/me'), asked('/v1.0/sites/getAllSites')]).toEqual([false, true]);
});

test('a site that an application cannot open is reported before anything is read', async () => {
  const { openAs } = await startWithSites({ ...application, closedSites: new Set([hr]) });
  const chosen = openAs(asApplication(['example.sharepoint.com,guid2,guid', hr]));
  await expect(chosen.whoAmI(signal)).rejects.toMatchObject({ code: 'ITEM_FORBIDDEN' });
});

test('a library of a chosen site that is closed for a while proves nothing of its files', async () => {
  const sharedDrives: string[] = [];
  const { connector } = await startWithSites({ sharedDrives });
  expect((await listAll(connector, undefined, [hr])).isUnproven).toBe(false);
  sharedDrives.push('b!11');
  expect(await listAll(connector, undefined, [hr])).toMatchObject({
    ids: ['b!10:x', 'b!12:x'],
    isComplete: true,
    isUnproven: true,
  });
});

test('a site that is selected and gone is named, and one that a search finds in vain is not', async () => {
  const gone = { status: 404, body: { error: { code: 'itemNotFound', message: 'No' } } };
  const { connector } = await startWithSites({
    fault: ({ path }) => (path.includes('guid1') && path.endsWith('/drives') ? gone : undefined),
  });
  expect(await listAll(connector, undefined, [hr])).toMatchObject({
    ids: [],
    skipped: [{ externalId: hr, isMissing: true }],
    isUnproven: false,
  });
  const { ids, skipped } = await listAll(connector);
  expect([ids.length, skipped]).toEqual([6, []]);
});

test('a chosen site that is closed for a while proves nothing of its files', async () => {
  const closedSites = new Set<string>();
  const { connector } = await startWithSites({ closedSites });
  expect((await listAll(connector, undefined, [hr])).isUnproven).toBe(false);
  closedSites.add(hr);
  expect(await listAll(connector, undefined, [hr])).toMatchObject({ ids: [], isUnproven: true });
});

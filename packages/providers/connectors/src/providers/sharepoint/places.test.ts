import { expect, test } from '@jest/globals';
import { signal } from '../../../test/conformance-subject.ts';
import { graphTenants } from '../../../test/graph.fixture.ts';
import { listAll } from '../../../test/list-all.fixture.ts';
import { openSharePoint } from './index.ts';

const start = graphTenants(openSharePoint);
const siteOf = (number: number) => `example.sharepoint.com,guid${String(number).padStart(2, '0')},guid`;

/** Starts a tenant of `count` sites with a library each. */
async function startWithSites(count: number) {
  const tenant = await start();
  for (let number = 0; number < count; number += 1) {
    tenant.store.sites.set(siteOf(number), [`b!${number}`]);
    tenant.store.put(`b!${number}`, { id: 'x', name: 'x.txt' });
  }
  return tenant;
}

test('known sites are looked at again in turn, six a sync', async () => {
  const { emulator, connector } = await startWithSites(14);
  let { syncCursor } = await listAll(connector);
  const turns: string[][] = [];
  for (let sync = 0; sync < 3; sync += 1) {
    const before = emulator.requests.length;
    const page = await listAll(connector, syncCursor);
    expect(page).toMatchObject({ ids: [], skipped: [], isComplete: false });
    syncCursor = page.syncCursor;
    const asked = emulator.requests.slice(before).map(({ path }) => decodeURIComponent(path));
    turns.push(asked.flatMap((path) => /sites\/(.*)\/drives$/.exec(path)?.[1] ?? []));
  }
  const sites = Array.from({ length: 14 }, (_, number) => siteOf(number));
  expect(turns).toEqual([sites.slice(0, 6), sites.slice(6, 12), [...sites.slice(12), ...sites.slice(0, 4)]]);
});

test('a library that is new is read once in the sync that finds it, which ends with its last page', async () => {
  const { emulator, store, connector } = await startWithSites(1);
  const { syncCursor } = await listAll(connector);
  store.put('b!new', { id: 'y', name: 'y.txt' });
  store.sites.set(siteOf(1), ['b!new']);
  const before = emulator.requests.length;
  let page = await connector.list(syncCursor, undefined, signal);
  while (page.nextCursor !== undefined) page = await connector.list(page.nextCursor, undefined, signal);
  expect(page.items).toMatchObject([{ externalId: 'b!new:y' }]);
  const read = emulator.requests.slice(before).map(({ path }) => decodeURIComponent(path));
  expect(read.filter((path) => path.includes('b!new'))).toEqual(['/v1.0/drives/b!new/root/delta']);
});

test.each([
  ['https://example.sharepoint.com/', 'example.sharepoint.com'],
  ['https://example.sharepoint.com', 'example.sharepoint.com'],
  ['https://example.sharepoint.com/sites/hr//', 'example.sharepoint.com:/sites/hr'],
  ['example.sharepoint.com,1,2', 'example.sharepoint.com,1,2'],
])('the site that is named %s is asked for as %s', async (site, path) => {
  const { emulator, openAs } = await start({
    isApplication: true,
    fault: () => ({ body: { id: 's', displayName: 'HR', value: [] } }),
  });
  const settings = { method: 'APP', tenantId: 'example.org', clientId: 'app', sites: [site] };
  const connector = openAs({ settings });
  expect(await connector.whoAmI(signal)).toEqual({ accountId: 's', name: 'HR' });
  await listAll(connector);
  const below = path.includes(':/') ? `${path}:` : path;
  expect(emulator.requests.map((request) => decodeURIComponent(request.path))).toEqual([
    `/v1.0/sites/${path}`,
    `/v1.0/sites/${below}/drives`,
  ]);
});

test('a drive that is selected and gone is named, and the next sync looks for it again', async () => {
  const { connector } = await startWithSites(1);
  const { ids, skipped, isUnproven, syncCursor } = await listAll(connector, undefined, ['b!gone', 'b!0']);
  expect([ids, isUnproven, syncCursor]).toEqual([['b!0:x'], true, undefined]);
  expect(skipped).toMatchObject([{ externalId: 'b!gone', isMissing: true }]);
});

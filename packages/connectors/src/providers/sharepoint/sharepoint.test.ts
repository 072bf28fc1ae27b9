import type { GraphEmulatorOptions } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { graphTenants } from '../../microsoft-graph/graph.fixture.ts';
import { walkAll } from '../../walk.fixture.ts';
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
  const { connector } = await startWithSites();
  const { ids, isComplete } = await walkAll(connector);
  expect(ids).toEqual(['00', '01', '02', '10', '11', '12', '20', '21', '22'].map((id) => `b!${id}:x`));
  expect(isComplete).toBe(true);
});

test('a selected site and a selected library are read, and no others', async () => {
  const { connector } = await startWithSites();
  const { ids } = await walkAll(connector, undefined, ['example.sharepoint.com,guid1,guid', 'b!20']);
  expect(ids).toEqual(['b!10:x', 'b!11:x', 'b!12:x', 'b!20:x']);
});

test('a sync names what has changed in any library', async () => {
  const { store, connector } = await startWithSites();
  const { syncCursor } = await walkAll(connector);
  store.put('b!21', { id: 'new', name: 'new.txt' });
  expect(await walkAll(connector, syncCursor)).toMatchObject({ ids: ['b!21:new'], isComplete: false });
});

test('a library that is new is found by the next sync', async () => {
  const { store, connector } = await startWithSites();
  const { syncCursor } = await walkAll(connector);
  store.put('b!new', { id: 'y', name: 'y.txt' });
  store.sites.set('example.sharepoint.com,guid3,guid', ['b!new']);
  const { ids, isComplete } = await walkAll(connector, syncCursor);
  expect(ids).toContain('b!new:y');
  expect(isComplete).toBe(true);
});

test('a library that is gone leads to a whole walk, which no longer names its files', async () => {
  const { store, connector } = await startWithSites();
  const { syncCursor } = await walkAll(connector);
  store.sites.set('example.sharepoint.com,guid0,guid', ['b!00', 'b!01']);
  store.drives.delete('b!02');
  const { ids, isComplete } = await walkAll(connector, syncCursor);
  expect(ids).toHaveLength(8);
  expect(isComplete).toBe(true);
});

test('a library that is closed to the account does not stop the walk of the others', async () => {
  const { connector } = await startWithSites({ sharedDrives: ['b!11'] });
  const { ids, isComplete } = await walkAll(connector);
  expect(ids).toHaveLength(8);
  expect(isComplete).toBe(true);
});

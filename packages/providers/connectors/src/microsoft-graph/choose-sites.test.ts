import type { GraphEmulatorOptions } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { rejection, signal } from '../../test/conformance-subject.ts';
import { graphTenants } from '../../test/graph.fixture.ts';
import type { Connector } from '../provider.ts';
import { openOneDrive } from '../providers/onedrive/index.ts';
import { openSharePoint } from '../providers/sharepoint/index.ts';

const start = graphTenants(openSharePoint);
const choicesOf = ({ choices }: Connector) => Array.fromAsync(choices?.(signal) ?? []);

async function startWithSites(options: GraphEmulatorOptions = {}) {
  const tenant = await start({ pageSize: 2, ...options });
  for (const site of ['a', 'b', 'c']) tenant.store.sites.set(site, []);
  return tenant;
}

test('the sites that a user may see can be chosen', async () => {
  const { connector } = await startWithSites();
  expect(await choicesOf(connector)).toEqual(
    ['a', 'b', 'c'].map((id) => ({
      externalId: id,
      name: `Site ${id}`,
      url: `https://contoso.sharepoint.com/sites/${id}`,
    })),
  );
});

test('of an application that was given some sites, these can be chosen, and of another all', async () => {
  const { openAs } = await startWithSites({ isApplication: true });
  const chosen = await choicesOf(openAs({ settings: { sites: ['b'] } }));
  expect(chosen.map(({ externalId }) => externalId)).toEqual(['b']);
  expect(await choicesOf(openAs({ settings: {} }))).toHaveLength(3);
});

test('a site without an address has none', async () => {
  const { openAs } = await startWithSites({ isApplication: true });
  expect(await choicesOf(openAs({ settings: { sites: ['root'] } }))).toEqual([
    { externalId: 'root-site', name: 'Contoso', url: null },
  ]);
});

test('a site without a name is called by its id', async () => {
  const { openAs } = await startWithSites({
    isApplication: true,
    fault: ({ path }) =>
      path.includes('/sites/b')
        ? { body: { id: 'b', displayName: '', webUrl: 'https://contoso.com/b' } }
        : undefined,
  });
  expect(await choicesOf(openAs({ settings: { sites: ['b'] } }))).toEqual([
    { externalId: 'b', name: 'b', url: 'https://contoso.com/b' },
  ]);
});

test('a list of sites that repeats itself comes to an end', async () => {
  const { connector } = await startWithSites({ repeatsPages: () => true });
  expect(await rejection(choicesOf(connector))).toMatchObject({ code: 'LISTING_ENDLESS' });
});

const startDrive = graphTenants(openOneDrive);

test('a drive has nothing to choose by name: its files have a picker', async () => {
  const { connector } = await startDrive();
  expect(connector.choices).toBeUndefined();
});

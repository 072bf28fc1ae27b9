import { eventually, startWebSite, type WebSite } from '@docfleet/testing';
import { describe, expect, test } from '@jest/globals';
import { createNamespace } from './documents.ts';
import { fleet } from './web.fixture.ts';
import { everywhereOwn, type Lie, lies, listLies, paths, truth, websiteLies } from './web-lies.fixture.ts';

type Kind = 'urls' | 'sitemap' | 'website';
const sources = { urls: 'URLS_LIST', sitemap: 'SITEMAP', website: 'WEBSITE' } as const;
const configOf = (kind: Kind, { url }: WebSite) =>
  kind === 'urls'
    ? { urls: ['/', ...paths].map((path) => url + path) }
    : { url: kind === 'sitemap' ? `${url}/sitemap.xml` : `${url}/` };

let namespaces = 0;

/** Reads a site, lets it lie, and reads it again; returns what searches saw before and see after. */
async function readTwice(kind: Kind, form: string, lie: Lie): Promise<readonly [unknown, unknown]> {
  const { api, database, organizationId } = fleet;
  const name = `lies-${kind}-${++namespaces}`;
  await createNamespace(api, name);
  const site = await startWebSite();
  truth(site);
  const where = { organizationId, namespace: { name } };
  const visible = async () => {
    const rows = await database.document.findMany({
      where: { ...where, liveKey: { not: null }, activeRevision: { not: null } },
      orderBy: { externalId: 'asc' },
    });
    return rows.map(({ externalId, activeRevision }) => [new URL(externalId).pathname, activeRevision]);
  };
  const latest = () => database.ingestJobRun.findFirstOrThrow({ where, orderBy: { id: 'desc' } });
  const ended = (earlier?: string) =>
    eventually(async () => {
      const { id, status, listing } = await latest();
      if (id === earlier) throw new Error('the next run has not begun');
      if (status !== 'NEEDS_CONFIRMATION' && !/COMPLETED|FAILED/.test(status))
        throw new Error(`${form}: ${status} ${listing}`);
      return id;
    }, 300_000);
  const ingestConfig = { source: sources[kind], config: configOf(kind, site) };
  await api.request('POST', `/v1/ingest/${kind}`, {
    namespaceId: name,
    ingestConfig,
    syncFrequency: 'DAILY',
  });
  const first = await ended();
  const before = await visible();
  lie(site);
  const past = new Date(Date.now() - 25 * 3_600_000);
  await database.ingestJob.updateMany({ where, data: { createdAt: past, nextRunAt: past } });
  await ended(first);
  const after = await visible();
  await site.close();
  return [before, after];
}

describe.each<[Kind, Record<string, Lie>]>([
  ['urls', lies],
  ['sitemap', { ...lies, ...listLies }],
  ['website', { ...lies, ...websiteLies }],
])('no document of %s is deleted or replaced by a site that shows', (kind, forms) => {
  test('something else in place of its pages', async () => {
    const names = Object.keys(forms);
    const found = await Promise.all(names.map((name) => readTwice(kind, name, forms[name]!)));
    for (const [index, [before, after]] of found.entries())
      expect({ lie: names[index], seen: after }).toEqual({ lie: names[index], seen: before });
    for (const [before] of found) expect(before).toHaveLength(6);
  }, 480_000);
});

test('pages that have changed each for itself are replaced', async () => {
  const [before, after] = await readTwice('urls', 'new texts', everywhereOwn);
  expect(after).not.toEqual(before);
  expect(after).toHaveLength(6);
  expect((after as [string, number][]).map(([, revision]) => revision)).toEqual(Array(6).fill(2));
}, 120_000);

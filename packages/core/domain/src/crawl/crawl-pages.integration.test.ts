import { type Database, openDatabase } from '@docfleet/database';
import { createVault } from '@docfleet/secrets';
import { createTestDatabase, type TestDatabase } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { acceptSource } from '../ingest/index.ts';
import { createNamespace } from '../namespace/index.ts';
import { createOrganization } from '../organization/index.ts';
import { addCrawlPages, findUnfollowedLink, recordVisits } from './crawl-pages.ts';

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, poolSize: 2 });
});
afterAll(async () => {
  await database.$disconnect();
  await testDatabase.drop();
});

test('a link of the deepest pages that leads to none of the run is found, and no other', async () => {
  const organizationId = await createOrganization(database, 'Acme');
  const vault = createVault(Buffer.alloc(32).toString('base64'));
  const namespace = await createNamespace(database, vault, { organizationId, name: 'docs', configs: {} });
  const { ingestJobId, ingestJobRunId } = await acceptSource(database, vault, {
    organizationId,
    namespaceId: namespace.id,
    tenantId: null,
    source: 'WEBSITE',
    config: { url: 'https://a.test/' },
    chunkSize: 1_000,
    chunkOverlap: 200,
    syncFrequency: 'NEVER',
  });
  const crawl = { ingestJobId, ingestJobRunId, maxPages: 100 };
  const [start, page, deeper] = ['https://a.test/', 'https://a.test/é', 'https://a.test/b'] as const;
  await addCrawlPages(database, crawl, [
    { url: start, depth: 0 },
    { url: page, depth: 1 },
  ]);
  await recordVisits(database, crawl, [
    { url: start, state: 'VISITED', links: [page, deeper] },
    { url: page, state: 'VISITED', links: [start, page] },
  ]);
  expect(await findUnfollowedLink(database, crawl, 1)).toBeUndefined();
  await recordVisits(database, crawl, [{ url: page, state: 'VISITED', links: [start, deeper] }]);
  expect(await findUnfollowedLink(database, crawl, 1)).toBe(deeper);
});

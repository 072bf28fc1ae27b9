import { createEgress, type Egress } from '@docfleet/egress';
import { openFileStore } from '@docfleet/file-store';
import { createApiClient, eventually, startFleetProcess } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ingestText, search, textBody, waitForRun } from './documents.ts';
import { type OwnFleet, startTestFleet } from './test-fleet.ts';
import { startVendors, type Vendors, vendorEnvironment } from './vendors.ts';

const documentCount = 100;
const purgeWithinMs = 60_000;

let vendors: Vendors;
let fleet: OwnFleet;
let egress: Egress;

beforeAll(async () => {
  vendors = await startVendors({ embeddingLatencyMs: 200 });
  fleet = await startTestFleet({ ...vendorEnvironment, FLEET_PROCESSES: '2' });
  egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
}, 240_000);

afterAll(async () => {
  await fleet?.remove();
  await vendors.close();
  await egress.close();
});

const create = (name: string) => fleet.api.request('POST', '/v1/namespaces', { name, ...vendors.configs });

const idOf = async (name: string) =>
  (await fleet.database.namespace.findFirstOrThrow({ where: { name } })).id;

/** Counts what is left of a namespace in its stores and in the database. */
async function leftovers(namespaceId: string) {
  const files: string[] = [];
  const context = { namespaceId, egress };
  const store = openFileStore(vendors.configs.fileStorageConfig, context);
  for await (const key of store.list('', AbortSignal.timeout(20_000))) files.push(key);
  store.close();
  const where = { namespaceId };
  return {
    files,
    vectors: vendors.pinecone.records(namespaceId).map((record) => record.id),
    documents: await fleet.database.document.count({ where }),
    runs: await fleet.database.ingestJobRun.count({ where }),
  };
}

const nothing = { files: [], vectors: [], documents: 0, runs: 0 };

async function ingestMany(name: string): Promise<void> {
  const texts = Array.from(
    { length: documentCount },
    (_, index) => `The ${index}th stork stands on one leg.`,
  );
  await Promise.all(texts.map((text) => ingestText(fleet.api, name, text)));
}

/** Creates it as soon as its name is free. */
const recreate = (name: string) =>
  eventually(async () => expect((await create(name)).status).toBe(201), purgeWithinMs);

test('a namespace that is deleted in the middle of an ingest is gone at once for every route, and nothing of it stays', async () => {
  await create('docs');
  const namespaceId = await idOf('docs');
  await ingestMany('docs');
  const { ingestJobRunId, documents } = await ingestText(fleet.api, 'docs', 'One more.');
  await eventually(async () => expect((await fleet.countByStatus())['SUCCESS']).toBeGreaterThan(5), 20_000);
  expect((await fleet.api.request('DELETE', '/v1/namespaces/docs')).status).toBe(202);
  expect(Object.keys(await fleet.countByStatus()).length).toBeGreaterThan(1);

  const namespaced = { namespaceId: 'docs' };
  const calls: [string, string, unknown?][] = [
    ['GET', '/v1/namespaces/docs'],
    ['PATCH', '/v1/namespaces/docs', { webScraperConfig: null }],
    ['DELETE', '/v1/namespaces/docs'],
    ['POST', '/v1/ingest/text', textBody('docs', 'Too late.')],
    ['POST', '/v1/search', { ...namespaced, query: 'stork' }],
    [
      'POST',
      '/v1/search/hybrid',
      { ...namespaced, query: 'stork', hybridConfig: { semanticWeight: 1, keywordWeight: 0 } },
    ],
    ['POST', '/v1/documents', { ...namespaced, filterConfig: {} }],
    ['POST', '/v1/ingest-job-runs', namespaced],
    ['GET', `/v1/ingest-job-runs/${ingestJobRunId}?namespaceId=docs`],
    ['GET', `/v1/documents/${documents[0]?.id}/content`],
  ];
  const statuses = await Promise.all(
    calls.map(async (call) => [call[1], (await fleet.api.request(...call)).status]),
  );
  expect(statuses).toEqual(calls.map(([, path]) => [path, 404]));
  expect((await create('docs')).body.error?.code).toBe('NAMESPACE_ALREADY_EXISTS');

  await recreate('docs');
  expect(await leftovers(namespaceId)).toEqual(nothing);
  expect(await idOf('docs')).not.toBe(namespaceId);
  expect(await search(fleet.api, 'docs', 'The 3th stork stands on one leg.')).toEqual([]);
  const again = await ingestText(fleet.api, 'docs', 'A crane came instead.');
  const run = await waitForRun(fleet.api, 'docs', again.ingestJobRunId);
  expect(run.documents.completed).toHaveLength(1);
  expect(await leftovers(namespaceId)).toEqual(nothing);
}, 240_000);

test('a purge whose worker is killed in the middle is taken up again', async () => {
  await create('doomed');
  const namespaceId = await idOf('doomed');
  const { ingestJobRunId } = await ingestText(fleet.api, 'doomed', 'Soon no one knows this.');
  await waitForRun(fleet.api, 'doomed', ingestJobRunId);
  let purging = false;
  vendors.faults.pinecone = ({ path }) => {
    if (path !== '/vectors/delete') return undefined;
    purging = true;
    return { kind: 'hang' };
  };
  expect((await fleet.api.request('DELETE', '/v1/namespaces/doomed')).status).toBe(202);
  await eventually(() => expect(purging).toBe(true), 10_000);
  await fleet.kill();
  expect((await leftovers(namespaceId)).vectors).toHaveLength(1);
  vendors.faults.pinecone = undefined;
  const { dataDirectory, databaseUrl, redisUrl } = fleet;
  const environment = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, ...vendorEnvironment };
  const restarted = await startFleetProcess({ dataDirectory, environment });
  const killed = fleet;
  const remove = async () => {
    await restarted.stop();
    await killed.remove();
  };
  fleet = { ...killed, ...restarted, api: createApiClient(restarted), remove };
  await recreate('doomed');
  expect(await leftovers(namespaceId)).toEqual(nothing);
}, 240_000);

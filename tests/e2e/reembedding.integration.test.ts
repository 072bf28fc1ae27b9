import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createEgress, type Egress } from '@docfleet/egress';
import { eventually } from '@docfleet/testing';
import { openVectorStore } from '@docfleet/vector-store';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createNamespace, ingestText, search, waitForRun } from './documents.ts';
import { joinFleet, type TestFleet } from './test-fleet.ts';
import { startVendors, type Vendors } from './vendors.ts';

const documentCount = 120;
/** How late the index shows what was written, as Pinecone does. */
const visibilityDelayMs = 1_000;

let vendors: Vendors;
let fleet: TestFleet;
let egress: Egress;

beforeAll(async () => {
  vendors = await startVendors({ visibilityDelayMs });
  fleet = await joinFleet();
  egress = createEgress({ allowCidrs: [] });
}, 240_000);

afterAll(async () => {
  await fleet?.remove();
  await vendors.close();
  await egress.close();
});

const textOf = (index: number) => `The ${index}th heron counts ${index * 7919} reeds at pond ${index}.`;

/** Ingests texts and returns the documents' ids in their order, once all can be found. */
async function fill(namespaceName: string): Promise<string[]> {
  const ids = await Promise.all(
    Array.from({ length: documentCount }, async (_, index) => {
      const { documents, ingestJobRunId } = await ingestText(fleet.api, namespaceName, textOf(index));
      await waitForRun(fleet.api, namespaceName, ingestJobRunId, 60_000);
      return documents[0]?.id ?? '';
    }),
  );
  // A store may show the one that was written last before the others.
  await eventually(async () => {
    for (const index of ids.keys()) expect(await isFound(namespaceName, ids, index)).toBe(true);
  }, 30_000);
  return ids;
}

async function isFound(namespaceName: string, ids: readonly string[], index: number): Promise<boolean> {
  const hits = await search(fleet.api, namespaceName, textOf(index));
  return hits.some((hit) => hit.document.id === ids[index]);
}

/** Searches for one document after the other without a pause until it is stopped; returns what was not found, and how often it looked. */
function keepSearching(namespaceName: string, ids: readonly string[]) {
  const missed: number[] = [];
  let searches = 0;
  let stopped = false;
  const done = (async () => {
    for (; !stopped; searches += 1) {
      const index = (searches * 37) % ids.length;
      if (!(await isFound(namespaceName, ids, index))) missed.push(index);
    }
  })();
  return {
    async stop() {
      stopped = true;
      await done;
      return { missed, searches };
    },
  };
}

const namespaceOf = (name: string) =>
  fleet.database.namespace.findFirstOrThrow({ where: { name, organizationId: fleet.organizationId } });

/** The vectors that rows know, for living documents of a namespace. */
async function knownVectors(namespaceId: string): Promise<string[]> {
  const documents = await fleet.database.document.findMany({ where: { namespaceId }, select: { id: true } });
  const ids = documents.map((document) => document.id);
  const chunks = await fleet.database.chunk.findMany({ where: { documentId: { in: ids } } });
  return chunks.map((chunk) => chunk.vectorId).toSorted();
}

/** Changes a namespace's configurations and searches without a pause until the previous generation is gone. */
async function changeUnderSearches(name: string, changes: object): Promise<void> {
  const ids = await fill(name);
  const searching = keepSearching(name, ids);
  const { status, body } = await fleet.api.request<{ ingestJobRunId: string }>(
    'PATCH',
    `/v1/namespaces/${name}?reembed=true`,
    changes,
  );
  expect([status, body.message]).toEqual([200, expect.stringContaining('again')]);
  const late = await ingestText(fleet.api, name, 'A kingfisher came while everything was embedded again.');
  const run = await waitForRun(fleet.api, name, body.data.ingestJobRunId, 60_000);
  expect(run.documents.completed.map((document) => document.id)).toEqual(expect.arrayContaining(ids));
  await eventually(async () => expect((await namespaceOf(name)).previousConfigs).toBeNull(), 60_000);
  const { missed, searches } = await searching.stop();
  process.stdout.write(`${name}: ${searches} searches, ${missed.length} without their document\n`);
  expect(missed).toEqual([]);
  expect(searches).toBeGreaterThan(0);
  const [hit] = await search(fleet.api, name, 'A kingfisher came while everything was embedded again.');
  expect(hit?.document.id).toBe(late.documents[0]?.id);
}

test('another model with another dimension replaces all vectors in LANCEDB, and every search meanwhile finds its document', async () => {
  await createNamespace(fleet.api, 'lance');
  const { embeddingModelConfig } = vendors.configs;
  await changeUnderSearches('lance', { embeddingModelConfig });
  const { id: namespaceId, generation } = await namespaceOf('lance');
  expect(generation).toBe(2);
  const lancedbUri = join(fleet.dataDirectory, 'lancedb');
  const store = openVectorStore(
    { provider: 'LANCEDB' },
    { namespaceId, generation, egress, settings: { LANCEDB_URI: lancedbUri } },
  );
  const signal = AbortSignal.timeout(30_000);
  const known = await knownVectors(namespaceId);
  expect(known).toHaveLength(documentCount + 1);
  const documents = await fleet.database.document.findMany({ where: { namespaceId } });
  const stored = await Promise.all(documents.map(({ id }) => store.idsOfDocument(id, signal)));
  expect(stored.flat().toSorted()).toEqual(known);
  expect(await store.count(signal)).toBe(known.length);
  await store.close();
  const tables = await readdir(lancedbUri);
  expect(tables).toContain(`${namespaceId}-2.lance`);
  expect(tables).not.toContain(`${namespaceId}.lance`);
}, 240_000);

test('another model replaces all vectors in an index of PINECONE, which shows them late, and no search has a gap', async () => {
  await createNamespace(fleet.api, 'pine', vendors.configs);
  const { embeddingModelConfig } = vendors.configs;
  await changeUnderSearches('pine', {
    embeddingModelConfig: { ...embeddingModelConfig, model: 'text-embedding-3-large' },
  });
  const { id } = await namespaceOf('pine');
  const stored = vendors.pinecone.records(`${id}-2`).map((record) => record.id);
  expect(stored.toSorted()).toEqual(await knownVectors(id));
  expect(vendors.pinecone.records(id)).toEqual([]);
  const { embeddingConfig } = (
    await fleet.api.request<{ documents: { embeddingConfig: object }[] }>('POST', '/v1/documents', {
      namespaceId: 'pine',
      filterConfig: {},
    })
  ).body.data.documents[0] ?? { embeddingConfig: {} };
  expect(embeddingConfig).toMatchObject({ model: 'text-embedding-3-large', dimensions: 256 });
}, 240_000);

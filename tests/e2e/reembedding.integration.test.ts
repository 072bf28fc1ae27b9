import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createEgress, type Egress } from '@docfleet/egress';
import { openVectorStore } from '@docfleet/vector-store';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { changeUnderSearches, fill, knownVectors, namespaceOf } from './changing-namespace.ts';
import { createNamespace } from './documents.ts';
import { joinFleet, type TestFleet } from './test-fleet.ts';
import { startVendors, type Vendors } from './vendors.ts';

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

test('another model with another dimension replaces all vectors in LANCEDB, and every search meanwhile finds its document', async () => {
  await createNamespace(fleet.api, 'lance');
  const { embeddingModelConfig } = vendors.configs;
  const ids = await fill(fleet, 'lance');
  await changeUnderSearches(fleet, 'lance', {
    query: '?reembed=true',
    configs: { embeddingModelConfig },
    ids,
  });
  const { id: namespaceId, generation } = await namespaceOf(fleet, 'lance');
  expect(generation).toBe(2);
  const lancedbUri = join(fleet.dataDirectory, 'lancedb');
  const store = openVectorStore(
    { provider: 'LANCEDB' },
    { namespaceId, generation, egress, settings: { LANCEDB_URI: lancedbUri } },
  );
  const signal = AbortSignal.timeout(30_000);
  const known = await knownVectors(fleet, namespaceId);
  expect(known).toHaveLength(ids.length + 1);
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
  const ids = await fill(fleet, 'pine');
  await changeUnderSearches(fleet, 'pine', {
    query: '?reembed=true',
    configs: { embeddingModelConfig: { ...embeddingModelConfig, model: 'text-embedding-3-large' } },
    ids,
  });
  const { id } = await namespaceOf(fleet, 'pine');
  const stored = vendors.pinecone.records(`${id}-2`).map((record) => record.id);
  expect(stored.toSorted()).toEqual(await knownVectors(fleet, id));
  expect(vendors.pinecone.records(id)).toEqual([]);
  const { embeddingConfig } = (
    await fleet.api.request<{ documents: { embeddingConfig: object }[] }>('POST', '/v1/documents', {
      namespaceId: 'pine',
      filterConfig: {},
    })
  ).body.data.documents[0] ?? { embeddingConfig: {} };
  expect(embeddingConfig).toMatchObject({ model: 'text-embedding-3-large', dimensions: 256 });
}, 240_000);

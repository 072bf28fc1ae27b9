import { join } from 'node:path';
import { createEgress, type Egress } from '@docfleet/egress';
import { findVectorStores, type RunningVectorStore, runWhere } from '@docfleet/testing';
import { openVectorStore } from '@docfleet/vector-store';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { changeUnderSearches, fill, knownVectors, namespaceOf, textOf } from './changing-namespace.ts';
import { createNamespace, type SearchHit } from './documents.ts';
import { joinFleet, type TestFleet } from './test-fleet.ts';
import { startVendors, type Vendors, vendorDimensions } from './vendors.ts';

let vendors: Vendors;
let fleet: TestFleet;
let egress: Egress;

/** The stores that this machine has; PINECONE is that of the vendors, which shows writes late. */
const stores = findVectorStores();
const running = new Map<string, RunningVectorStore>();

beforeAll(async () => {
  vendors = await startVendors({ visibilityDelayMs: 500 });
  for (const store of stores)
    if (store.missing === undefined && store.name !== 'PINECONE')
      running.set(store.name, await store.start(vendorDimensions));
  fleet = await joinFleet();
  egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
}, 240_000);

afterAll(async () => {
  await fleet?.remove();
  await vendors.close();
  await egress.close();
  for (const store of running.values()) await store.close();
});

const configOf = (name: string): RunningVectorStore['config'] =>
  running.get(name)?.config ?? vendors.configs.vectorStorageConfig;
const pairs = stores.flatMap((one, index) => stores.slice(index + 1).map((other) => [one, other] as const));

/** All vectors that the store of a namespace holds, by the content that they are of. */
async function readStored(name: string): Promise<Map<string, Float32Array>> {
  const { id: namespaceId, generation, configs } = await namespaceOf(fleet, name);
  const { provider } = (configs as { vectorStorageConfig: { provider: string } }).vectorStorageConfig;
  const settings = { LANCEDB_URI: join(fleet.dataDirectory, 'lancedb'), DATABASE_URL: fleet.databaseUrl };
  const store = openVectorStore(configOf(provider), { namespaceId, generation, egress, settings });
  const signal = AbortSignal.timeout(30_000);
  const ids = (await Array.fromAsync(store.listIds(signal))).flat();
  expect(ids.toSorted()).toEqual(await knownVectors(fleet, namespaceId));
  const stored = await store.readVectors(ids, signal);
  await store.close();
  return new Map(stored.map(({ id, values }) => [id.replace(/#\d+:/, '#'), values]));
}

const tolerance = 1e-3;

async function searchByMeaning(name: string, index: number, ids: ReadonlySet<string>) {
  const query = textOf(index);
  const body = { query, namespaceId: name, searchType: 'SEMANTIC', topK: 40 };
  const { body: found } = await fleet.api.request<{ results: SearchHit[] }>('POST', '/v1/search', body);
  return found.data.results.flatMap(({ document: { id }, score }) => (ids.has(id) ? [{ id, score }] : []));
}

/** Returns a check of the first ten results for a document's text: those of before the change, with the same scores. */
async function rememberAnswers(name: string, ids: readonly string[]) {
  const known = new Set(ids);
  const before = await Promise.all(ids.map((_, index) => searchByMeaning(name, index, known)));
  return async (index: number): Promise<boolean> => {
    const best = before[index] ?? [];
    const scores = new Map(best.map(({ id, score }) => [id, score]));
    const isNear = (one: number, other = Number.NaN) => Math.abs(one - other) < tolerance;
    const hits = (await searchByMeaning(name, index, known)).slice(0, 10);
    const isAsBefore = ({ id, score }: { id: string; score: number }, rank: number) =>
      isNear(score, scores.get(id)) && isNear(score, best[rank]?.score);
    return hits.length === 10 && hits.every(isAsBefore);
  };
}

for (const [one, other] of pairs) {
  const missing = one.missing ?? other.missing;
  runWhere(test, missing === undefined, missing ?? '')(
    `vectors go from ${one.name} to ${other.name} and back as they are: the model is not called, and every search answers as before`,
    async () => {
      const name = `from-${one.name}-to-${other.name}`.toLowerCase();
      await createNamespace(fleet.api, name, { ...vendors.configs, vectorStorageConfig: configOf(one.name) });
      const ids = await fill(fleet, name);
      const before = await readStored(name);
      const isRight = await rememberAnswers(name, ids);
      for (const to of [other.name, one.name]) {
        const { inputs } = vendors.openai.served;
        const configs = { vectorStorageConfig: configOf(to) };
        await changeUnderSearches(fleet, name, { configs, ids, isRight });
        // The text that came meanwhile, and the query for it.
        expect(vendors.openai.served.inputs - inputs).toBe(2);
      }
      const after = await readStored(name);
      for (const [id, values] of before)
        for (const [index, value] of values.entries())
          expect(Math.abs(value - (after.get(id)?.[index] ?? Number.NaN))).toBeLessThan(tolerance);
    },
    240_000,
  );
}

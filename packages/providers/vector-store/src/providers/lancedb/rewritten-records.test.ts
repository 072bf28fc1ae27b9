/** Indexes of LanceDB keep entries of rows that were rewritten: lance-format/lance#6514, #6877, #7803. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEgress } from '@docfleet/egress';
import { searchStore } from '@docfleet/search/search-store';
import { createSeededRandom, testSeed } from '@docfleet/testing';
import { afterAll, expect, test } from '@jest/globals';
import { randomNumbers, unitVector, vectorRecord } from '../../../test/conformance-records.ts';
import type { VectorRecord, VectorStore } from '../../provider.ts';
import { openVectorStore } from '../../registry.ts';

const folder = mkdtempSync(join(tmpdir(), 'docfleet-rewritten-'));
const egress = createEgress({ allowCidrs: [] });
const alive = AbortSignal.timeout(600_000);
afterAll(async () => {
  await egress.close();
  rmSync(folder, { recursive: true });
});

const count = 240;
const rounds = 16;
const query = unitVector(randomNumbers(1));

/** Creates a model of the content that a store should have, and random steps that change both. */
function createModel(store: VectorStore) {
  const random = createSeededRandom(testSeed());
  const held = new Map<string, VectorRecord>();
  const some = () => [...held.keys()].filter(() => random() < 0.3);
  const put = async (records: readonly VectorRecord[]) => {
    await store.upsert(records, alive);
    for (const record of records) held.set(record.id, record);
  };
  const change = (ids: readonly string[], columns: Partial<VectorRecord>) => {
    for (const id of ids) held.set(id, { ...(held.get(id) as VectorRecord), ...columns });
  };
  const steps = [
    async (round: number) => {
      const ids = some();
      await store.updateMetadata(ids, { round }, alive);
      change(ids, { metadata: { round } });
    },
    async (round: number) => {
      const ids = some();
      await store.updateTerms(new Map(ids.map((id) => [id, [`round${round}`]])), alive);
      change(ids, { terms: [`round${round}`] });
    },
    async () => {
      const ids = some();
      await store.remove(ids, alive);
      for (const id of ids) held.delete(id);
    },
    () => put(Array.from({ length: count }, (_, index) => vectorRecord(index)).filter(() => random() < 0.3)),
    () => store.maintain(alive),
  ];
  return { held, put, step: (round: number) => steps[Math.floor(random() * steps.length)]?.(round) };
}

test('records that are written, changed and deleted again and again are found once each, as they are', async () => {
  const store = openVectorStore(
    { provider: 'LANCEDB' },
    { namespaceId: 'rewritten', egress, settings: { LANCEDB_URI: folder }, retentionMs: 0 },
  );
  const { held, put, step } = createModel(store);
  await put(Array.from({ length: count }, (_, index) => vectorRecord(index)));
  await store.maintain(alive);
  for (let round = 0; round < rounds; round += 1) {
    await step(round);
    const all = await searchStore(store, { vector: query, topK: 1_000 }, alive);
    expect(all.hits.map(({ id }) => id).toSorted()).toEqual([...held.keys()].toSorted());
    const changed = [...held.values()].filter(({ metadata }) => metadata['round'] === round);
    const filter = [{ field: 'round', operator: '$eq', value: round }] as const;
    const filtered = await searchStore(store, { vector: query, topK: 1_000, filter }, alive);
    expect(filtered.hits.map(({ id }) => id).toSorted()).toEqual(changed.map(({ id }) => id).toSorted());
    const worded = [...held.values()].filter(({ terms }) => terms.includes(`round${round}`));
    const keyword = { terms: [{ term: `round${round}`, idf: 1 }], semanticWeight: 0, keywordWeight: 1 };
    const found = await searchStore(store, { vector: undefined, topK: 1_000, keyword }, alive);
    expect(found.hits.map(({ id }) => id).toSorted()).toEqual(worded.map(({ id }) => id).toSorted());
    expect((await store.idsOfDocument('doc3', alive)).toSorted()).toEqual(
      [...held.keys()].filter((id) => id.startsWith('doc3#')).toSorted(),
    );
  }
  await store.close();
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ActiveChunk } from '@docfleet/domain/chunk';
import { createEgress } from '@docfleet/egress';
import { eventually, findVectorStores, runWhere } from '@docfleet/testing';
import { openVectorStore, type VectorQuery, type VectorStore } from '@docfleet/vector-store';
import { afterAll, expect, test } from '@jest/globals';
import { findMatches, noMatches } from './find-matches.ts';
import { searchStore } from './search-store.ts';

const dimensions = 16;
const count = 6_000;
const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
const folder = mkdtempSync(join(tmpdir(), 'docfleet-search-'));
const alive = AbortSignal.timeout(600_000);
afterAll(async () => {
  await egress.close();
  rmSync(folder, { recursive: true });
});

const documentIdOf = (index: number) => `doc${String(index).padStart(5, '0')}`;
/** Vectors of unit length, the further from the first axis the greater the index. */
function vectorOf(index: number): Float32Array {
  const angle = (index / count) * (Math.PI / 2);
  return Float32Array.from({ length: dimensions }, (_, axis) =>
    axis === 0 ? Math.cos(angle) : axis === 1 ? Math.sin(angle) : 0,
  );
}

async function fill(store: VectorStore): Promise<void> {
  const records = Array.from({ length: count }, (_, index) => ({
    id: `${documentIdOf(index)}#0`,
    documentId: documentIdOf(index),
    values: vectorOf(index),
    terms: ['leave'],
    text: 'leave',
    source: 'TEXT',
    type: 'TEXT',
    tenantId: null,
    metadata: {},
  }));
  await store.upsert(records, alive);
  await eventually(async () => expect(await store.count(alive)).toBe(count));
  await store.maintain(alive);
}

/** Searches all documents of the store, of which rows let these pass. */
async function searchFiltered(store: VectorStore, passing: readonly string[], topK: number) {
  const visible = new Set(passing);
  const finding = {
    source: {
      search: (query: VectorQuery) => searchStore(store, query, alive),
      findActiveChunks: async (ids: readonly string[]) =>
        ids
          .map((vectorId) => ({ vectorId, documentId: vectorId.split('#')[0] }) as ActiveChunk)
          .filter(({ documentId }) => visible.has(documentId)),
      findDocuments: async ({ after = '', limit }: { after: string | undefined; limit: number }) =>
        passing.filter((id) => id > after).slice(0, limit),
    },
    scoreThreshold: 0,
    select: async (matches: typeof noMatches.matches, limit: number) => ({
      ...noMatches,
      matches: matches.slice(0, limit),
    }),
    limitsDocuments: false,
    filtersRows: true,
  };
  const keyword = { terms: [{ term: 'leave', idf: 1 }], semanticWeight: 0.5, keywordWeight: 0.5 };
  const { matches, notice } = await findMatches(finding, { vector: vectorOf(0), topK, keyword });
  expect(notice).toBeUndefined();
  return matches.map(({ chunk }) => chunk.documentId).toSorted();
}

for (const subject of findVectorStores())
  runWhere(test, subject.missing === undefined, subject.missing ?? '')(
    `in a large namespace of ${subject.name} all documents that pass a filter of rows are found`,
    async () => {
      const { config, close } = await subject.start(dimensions);
      const store = openVectorStore(config, {
        namespaceId: 'large',
        egress,
        settings: { LANCEDB_URI: folder },
        settleMs: [],
      });
      await fill(store);
      const far = [4_000, 5_000, 5_999].map(documentIdOf);
      expect(await searchFiltered(store, far, 10)).toEqual(far);
      const many = Array.from({ length: 1_200 }, (_, index) => documentIdOf(4_000 + index));
      expect(await searchFiltered(store, many, 10)).toEqual(many.slice(0, 10));
      await store.purge(alive);
      await store.close();
      await close();
    },
    120_000,
  );

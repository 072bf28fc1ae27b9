import { searchStore } from '@docfleet/search/search-store';
import { eventually } from '@docfleet/testing';
import { afterEach, beforeEach, expect } from '@jest/globals';
import type { VectorHit, VectorQuery, VectorRecord, VectorStore } from '../src/provider.ts';
import { vectorQuery } from './conformance-expectations.ts';

/** How a test of a provider opens stores; all that it opens with one id see the same vectors. */
export interface ConformanceSubject {
  open(namespaceId: string): VectorStore;
  /** Decimal digits of scores that are right; 5 by default, 3 for a store that keeps half precision. */
  readonly scoreDigits?: number;
  /** Set where a negative cosine takes from a score, which the formula has 0 for. */
  readonly addsNegativeCosines?: true;
  /** Set where all vectors have the dimension of an index that its owner has made. */
  readonly hasFixedDimension?: true;
  /** Waits until the store has built its indexes, where it builds them some time after writes. */
  settle?(): Promise<void>;
}

/** A fresh store for each test, and what tests do with it. */
export interface ConformanceStore {
  readonly store: VectorStore;
  readonly namespaceId: string;
  search(changes?: Partial<VectorQuery>): Promise<readonly VectorHit[]>;
  /** Waits until `count` vectors are visible. */
  visible(count: number): Promise<void>;
  /** Writes records and waits until they can be seen. */
  write(records: readonly VectorRecord[]): Promise<void>;
}

export const alive = AbortSignal.timeout(600_000);

/** Opens a store of its own for each test of the surrounding block, and leaves nothing behind. */
export function useConformanceStore({ open }: ConformanceSubject): ConformanceStore {
  let store: VectorStore;
  let namespaceId: string;
  let opened = 0;
  beforeEach(() => {
    opened += 1;
    namespaceId = `conformance-${process.pid}-${Date.now()}-${opened}`;
    store = open(namespaceId);
  });
  afterEach(async () => {
    await store.purge(alive);
    await store.close();
  });
  const visible = (count: number) => eventually(async () => expect(await store.count(alive)).toBe(count));
  return {
    get store() {
      return store;
    },
    get namespaceId() {
      return namespaceId;
    },
    search: async (changes = {}) => (await searchStore(store, vectorQuery(changes), alive)).hits,
    visible,
    async write(records) {
      await store.upsert(records, alive);
      await visible(new Set(records.map(({ id }) => id)).size);
    },
  };
}

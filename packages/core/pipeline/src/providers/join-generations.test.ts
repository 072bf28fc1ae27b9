import { createVectorId } from '@docfleet/domain/chunk';
import type { VectorRecord, VectorStore } from '@docfleet/vector-store';
import { expect, test } from '@jest/globals';
import { joinGenerations } from './join-generations.ts';

/** A store that holds these ids. */
function holding(...ids: string[]) {
  const held = new Set(ids);
  const store: Partial<VectorStore> = {
    upsert: async (records) => {
      for (const { id } of records) held.add(id);
    },
    remove: async (removed) => {
      for (const id of removed) held.delete(id);
    },
    idsOfDocument: async () => [...held],
    count: async () => held.size,
    purge: async () => held.clear(),
  };
  return { held, vectorStore: store as VectorStore };
}

const [first, second, third] = [1, 2, 3].map((generation) => createVectorId('d', generation, 'h')) as [
  string,
  string,
  string,
];
const { signal } = new AbortController();

test('a vector is written to and removed from the generation that its id names; what is of none is gone already', async () => {
  const [newest, previous] = [holding(third), holding(second)];
  const joined = joinGenerations({ generation: 3, ...newest }, { generation: 2, ...previous });
  await joined.remove([first, second, third], signal);
  expect([...newest.held, ...previous.held]).toEqual([]);
  await joined.upsert(
    [second, third].map((id) => ({ id }) as VectorRecord),
    signal,
  );
  expect([[...newest.held], [...previous.held]]).toEqual([[third], [second]]);
});

test('a document has the vectors of all generations, and a purge removes them all', async () => {
  const [newest, previous] = [holding(second), holding(first)];
  const joined = joinGenerations({ generation: 2, ...newest }, { generation: 1, ...previous });
  expect(await joined.idsOfDocument('d', signal)).toEqual([second, first]);
  expect(await joined.count(signal)).toBe(2);
  await joined.purge(signal);
  expect(await joined.count(signal)).toBe(0);
});

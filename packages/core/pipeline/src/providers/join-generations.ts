import { generationOfVector } from '@docfleet/domain/chunk';
import type { FindExisting, Remains, StoredVector, StoredVectors } from '@docfleet/vector-store';

/** Vector store of one generation of a namespace. */
export interface StoreOfGeneration {
  readonly generation: number;
  readonly vectorStore: StoredVectors;
}

function byGeneration<Item>(items: readonly Item[], idOf: (item: Item) => string): Map<number, Item[]> {
  return Map.groupBy(items, (item) => generationOfVector(idOf(item)));
}

/** Finds what the files of the stores hold of deleted documents, and counts the stores that lie elsewhere. */
async function findAllRemains(
  places: readonly StoreOfGeneration[],
  findExisting: FindExisting,
  signal: AbortSignal,
): Promise<Remains> {
  const found = await Promise.all(
    places.map(({ vectorStore }) => vectorStore.findRemains(findExisting, signal)),
  );
  return {
    documentIds: [...new Set(found.flatMap(({ documentIds }) => documentIds))],
    files: found.reduce((sum, { files }) => sum + files, 0),
    unread: found.reduce((sum, { unread }) => sum + unread, 0),
  };
}

const itself = (id: string) => id;
const idOf = ({ id }: { readonly id: string }) => id;
const firstOf = ([id]: readonly [string, unknown]) => id;

async function readAllVectors(
  places: readonly StoreOfGeneration[],
  ids: readonly string[],
  signal: AbortSignal,
): Promise<StoredVector[]> {
  const groups = byGeneration(ids, itself);
  const read = places.map(({ generation, vectorStore }) =>
    vectorStore.readVectors(groups.get(generation) ?? [], signal),
  );
  return (await Promise.all(read)).flat();
}

/**
 * Joins the stores of all generations that a namespace still has, newest first, into one: the id of a vector names its generation,
 * so that code that changes or removes vectors need not know of generations. Vectors of a removed generation count as removed.
 */
export function joinGenerations(newest: StoreOfGeneration, previous: StoreOfGeneration): StoredVectors {
  const places = [newest, previous];

  async function inEach<Item>(
    items: readonly Item[],
    idOf: (item: Item) => string,
    act: (store: StoredVectors, own: Item[]) => Promise<void>,
  ): Promise<void> {
    const groups = byGeneration(items, idOf);
    await Promise.all(
      places.map(async ({ generation, vectorStore }) => {
        const own = groups.get(generation);
        if (own) await act(vectorStore, own);
      }),
    );
  }

  const all = <Result>(ask: (store: StoredVectors) => Promise<Result>) =>
    Promise.all(places.map(({ vectorStore }) => ask(vectorStore)));

  return {
    limits: newest.vectorStore.limits,
    check: (dimensions, signal) => newest.vectorStore.check(dimensions, signal),
    upsert: (records, signal) => inEach(records, idOf, (store, own) => store.upsert(own, signal)),
    remove: (ids, signal) => inEach(ids, itself, (store, own) => store.remove(own, signal)),
    updateMetadata: (ids, metadata, signal) =>
      inEach(ids, itself, (store, own) => store.updateMetadata(own, metadata, signal)),
    updateTerms: (terms, signal) =>
      inEach([...terms], firstOf, (store, own) => store.updateTerms(new Map(own), signal)),
    idsOfDocument: async (documentId, signal) =>
      (await all((store) => store.idsOfDocument(documentId, signal))).flat(),
    async *listIds(signal) {
      for (const { vectorStore } of places) yield* vectorStore.listIds(signal);
    },
    readVectors: (ids, signal) => readAllVectors(places, ids, signal),
    findRemains: (findExisting, signal) => findAllRemains(places, findExisting, signal),
    async purge(signal) {
      await all((store) => store.purge(signal));
    },
    count: async (signal) =>
      (await all((store) => store.count(signal))).reduce((sum, count) => sum + count, 0),
    async maintain(signal, isThorough) {
      await all((store) => store.maintain(signal, isThorough));
    },
    findBrokenIndexes: async (signal) =>
      (await all(async (store) => (await store.findBrokenIndexes?.(signal)) ?? [])).flat(),
    async close() {
      await all((store) => store.close());
    },
  };
}

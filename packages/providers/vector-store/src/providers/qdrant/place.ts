import { isMissingCollection, type QdrantClient, wrongDimension } from './client.ts';
import type { Collection, Collections } from './collections.ts';
import { isEmpty } from './read.ts';

/** A generation of a namespace, and the collection in which its points lie. */
export interface Place {
  readonly name: string;
  /** Runs a request on existing objects; returns `empty` where none exist. With a dimension it looks anew for those that were of another. */
  read<Result>(
    signal: AbortSignal,
    empty: Result,
    action: (collection: Collection) => Promise<Result>,
    dimensions?: number,
  ): Promise<Result>;
  /** Returns the collection for vectors of a dimension, made where it is missing; rejects if the place holds others. */
  open(dimensions: number, signal: AbortSignal): Promise<Collection>;
  /** Writes into that collection; once more where it was removed meanwhile. */
  write(
    dimensions: number,
    signal: AbortSignal,
    action: (collection: Collection) => Promise<void>,
  ): Promise<void>;
  /** Runs an action on every collection, as a killed writer may have left something in another. */
  removeAll(signal: AbortSignal, action: (collection: Collection) => Promise<void>): Promise<void>;
}

/** Remembers the collection in which points of a place were found, while calls on it succeed. */
function createMemory(client: QdrantClient, collections: Collections, name: string) {
  let known: Collection | undefined;
  return {
    /** Forgets it unless it is for vectors of this dimension. */
    keepOnly(dimensions: number | undefined): void {
      if (known?.dimensions !== dimensions) known = undefined;
    },
    async find(signal: AbortSignal): Promise<Collection | undefined> {
      if (known) return known;
      for (const collection of await collections.list(signal))
        if (!(await isEmpty(client, collection, name, signal))) {
          known = collection;
          break;
        }
      return known;
    },
    /** Runs an action; the next one reads the description anew if it fails, as limits may have changed. */
    async use<Result>(
      collection: Collection,
      action: (collection: Collection) => Promise<Result>,
    ): Promise<Result> {
      try {
        return await action(collection);
      } catch (error) {
        known = undefined;
        throw error;
      }
    },
  };
}

/** Opens a place, which asks once where its points are. */
export function createPlace(client: QdrantClient, collections: Collections, name: string): Place {
  const { find, keepOnly, use } = createMemory(client, collections, name);

  async function open(dimensions: number, signal: AbortSignal): Promise<Collection> {
    // Another process may have emptied the place and filled it with others.
    keepOnly(dimensions);
    const collection = await find(signal);
    if (!collection) return collections.open(dimensions, signal);
    if (collection.dimensions !== dimensions) throw wrongDimension(collection.dimensions, dimensions);
    return collection;
  }

  return {
    name,
    open,
    async read(signal, empty, action, dimensions) {
      signal.throwIfAborted();
      if (dimensions !== undefined) keepOnly(dimensions);
      const collection = await find(signal);
      if (!collection) return empty;
      try {
        return await use(collection, action);
      } catch (error) {
        if (isMissingCollection(error)) return empty;
        throw error;
      }
    },
    async write(dimensions, signal, action) {
      const attempt = async () => use(await open(dimensions, signal), action);
      try {
        await attempt();
      } catch (error) {
        if (!isMissingCollection(error)) throw error;
        await attempt();
      }
    },
    async removeAll(signal, action) {
      keepOnly(undefined);
      for (const collection of await collections.list(signal)) await action(collection);
    },
  };
}

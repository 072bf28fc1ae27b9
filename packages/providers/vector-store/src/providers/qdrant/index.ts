import { AppError } from '@docfleet/errors';
import { apiKey, baseUrl } from '@docfleet/provider';
import { z } from 'zod';
import {
  defineVectorStoreProvider,
  generationName,
  type ScoringStore,
  type SharedVectors,
  unreadRemains,
  type VectorQuery,
  type VectorRecord,
  type VectorSearchResult,
} from '../../provider.ts';
import { createQdrantClient, type QdrantClient, tooOld, wrongDimension } from './client.ts';
import { type Collection, type Collections, createCollections } from './collections.ts';
import { createPlace, type Place } from './place.ts';
import { countPlaces, countPoints, readIds, readVectors } from './read.ts';
import { searchCollection } from './search.ts';
import { remove, removePlace, replaceMetadata, replaceTerms, write } from './write.ts';

/** The first whose searches find a way through a graph with filters (ACORN) and whose indexes may go without graphs. */
const minVersion = [1, 17] as const;

const qdrantConfig = z
  .strictObject({
    provider: z.literal('QDRANT'),
    url: baseUrl.meta({
      title: 'Address',
      description: 'With the port: 6333, unless a proxy stands before the server',
      examples: ['https://0a1b2c3d.eu-central-1-0.aws.cloud.qdrant.io:6333'],
    }),
    apiKey: apiKey.optional(),
    collection: z
      .string()
      .regex(/^[a-z0-9][a-z0-9_-]{0,199}$/i, 'Letters, digits, hyphens and underscores')
      .default('docfleet')
      .meta({
        title: 'Collections',
        description: 'Beginning of their names, which the dimension ends: docfleet-384',
      }),
    shardNumber: z.int().min(1).max(1_000).optional().meta({
      title: 'Shards',
      description: 'Of a collection that is made; as the server has it unless given',
    }),
    replicationFactor: z.int().min(1).max(100).optional().meta({
      title: 'Replicas',
      description: 'Of a collection that is made; as the server has it unless given',
    }),
  })
  .meta({ title: 'Qdrant', description: 'A server or cluster of your own, or Qdrant Cloud' });

async function requireVersion(client: QdrantClient, signal: AbortSignal): Promise<void> {
  const { version } = await client<{ version: string }>(signal, 'GET', '/');
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [minMajor, minMinor] = minVersion;
  if (major < minMajor || (major === minMajor && minor < minMinor))
    throw tooOld(version, minVersion.join('.'));
}

/** Names the address as the setting of a rejection that names none: such a server is not the Qdrant that was configured. */
const namingSetting = (work: Promise<void>): Promise<void> =>
  work.catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'PROVIDER_REJECTED' || error.details.setting)
      throw error;
    const details = { ...error.details, setting: 'vectorStorageConfig.url' };
    throw new AppError(error.code, error.message, { details });
  });

async function check(
  client: QdrantClient,
  place: Place,
  dimensions: number | undefined,
  signal: AbortSignal,
): Promise<void> {
  await requireVersion(client, signal);
  await place.read(
    signal,
    undefined,
    async (collection) => requireDimension(collection, dimensions),
    dimensions,
  );
  if (dimensions !== undefined) await place.open(dimensions, signal);
}

function requireDimension(collection: Collection, dimensions: number | undefined): void {
  if (dimensions !== undefined && collection.dimensions !== dimensions)
    throw wrongDimension(collection.dimensions, dimensions);
}

const find = (client: QdrantClient, place: Place, query: VectorQuery, signal: AbortSignal) =>
  place.read<VectorSearchResult>(
    signal,
    { hits: [] },
    async (collection) => {
      requireDimension(collection, query.vector?.length);
      return searchCollection(client, collection, place.name, query, signal);
    },
    query.vector?.length,
  );

async function upsert(
  client: QdrantClient,
  place: Place,
  records: readonly VectorRecord[],
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const [first] = records;
  if (!first) return;
  const { length } = first.values;
  const odd = records.find(({ values }) => values.length !== length);
  if (odd) throw wrongDimension(length, odd.values.length);
  await place.write(length, signal, (collection) => write(client, collection, place.name, records, signal));
}

/** Lists and empties places of all namespaces: one may have points in several collections. */
const openShared = (client: QdrantClient, collections: Collections): SharedVectors => ({
  async list(signal) {
    const counts = new Map<string, number>();
    for (const collection of await collections.list(signal))
      for (const { name, vectors } of await countPlaces(client, collection, signal))
        counts.set(name, (counts.get(name) ?? 0) + vectors);
    return [...counts].map(([name, vectors]) => ({ name, vectors }));
  },
  async purge(name, signal) {
    for (const collection of await collections.list(signal))
      await removePlace(client, collection, name, signal);
  },
});

function openStore(client: QdrantClient, place: Place, shared: SharedVectors): ScoringStore {
  const { name } = place;
  const ids = (collection: Collection, signal: AbortSignal, documentId?: string) =>
    readIds(client, collection, name, documentId, signal);
  return {
    limits: { maxDimensions: 65_536 },
    check: (dimensions, signal) => namingSetting(check(client, place, dimensions, signal)),
    upsert: (records, signal) => upsert(client, place, records, signal),
    search: (query, signal) => find(client, place, query, signal),
    remove: (given, signal) =>
      place.read(signal, undefined, (collection) => remove(client, collection, name, given, signal)),
    updateMetadata: (given, metadata, signal) =>
      place.read(signal, undefined, (collection) =>
        replaceMetadata(client, collection, name, given, metadata, signal),
      ),
    updateTerms: (terms, signal) =>
      place.read(signal, undefined, (collection) => replaceTerms(client, collection, name, terms, signal)),
    idsOfDocument: (documentId, signal) =>
      place.read(signal, [], async (collection) =>
        (await Array.fromAsync(ids(collection, signal, documentId))).flat(),
      ),
    async *listIds(signal) {
      const collection = await place.read(signal, undefined, async (found) => found);
      if (collection) yield* ids(collection, signal);
    },
    readVectors: (given, signal) =>
      place.read(signal, [], (collection) => readVectors(client, collection, name, given, signal)),
    findRemains: async () => unreadRemains,
    shared,
    purge: (signal) => place.removeAll(signal, (collection) => removePlace(client, collection, name, signal)),
    count: (signal) => place.read(signal, 0, (collection) => countPoints(client, collection, name, signal)),
    async maintain() {},
    async close() {},
  };
}

/**
 * Collections of Qdrant, one for each dimension, in which each generation of a docfleet namespace is a tenant. Writes are visible to
 * every search that begins afterwards.
 */
export const qdrant = defineVectorStoreProvider(
  qdrantConfig,
  ({ url, apiKey: key, collection, shardNumber, replicationFactor }, context) => {
    const client = createQdrantClient({ url, apiKey: key, egress: context.egress });
    const collections = createCollections(client, collection, { shardNumber, replicationFactor });
    const place = createPlace(client, collections, generationName(context));
    return openStore(client, place, openShared(client, collections));
  },
);

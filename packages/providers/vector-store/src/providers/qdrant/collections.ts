import { setTimeout as sleep } from 'node:timers/promises';
import type { Schemas } from '@qdrant/js-client-rest';
import { isMissingCollection, isTaken, isUnready, type QdrantClient, wrongCollection } from './client.ts';

/** Limits of a collection's strict mode, which Qdrant Cloud sets by default, and our own where it sets none. */
interface Limits {
  readonly maxQueryLimit: number;
  readonly maxUpserts: number;
  readonly maxBatch: number;
  readonly maxEf: number;
  readonly maxConditionValues: number;
  readonly allowsExact: boolean;
}

export interface Collection {
  readonly path: string;
  readonly dimensions: number;
  readonly limits: Limits;
}

/** Distribution of a collection over a cluster; the server's default unless given. */
export interface Spread {
  readonly shardNumber?: number | undefined;
  readonly replicationFactor?: number | undefined;
}

/**
 * Fields that filters name. Graphs are built for the points of a place and of a tenant; for the values of the other fields they would cost more than they bring,
 * as few of them are shared by many points.
 */
const indexes: readonly (readonly [field: string, schema: Schemas['PayloadSchemaParams']])[] = [
  ['place', { type: 'keyword', is_tenant: true }],
  ['tenantId', { type: 'keyword' }],
  ['documentId', { type: 'keyword', enable_hnsw: false }],
  ['tokens', { type: 'keyword', enable_hnsw: false }],
  ['numbers[].field', { type: 'keyword', enable_hnsw: false }],
  ['numbers[].value', { type: 'float', enable_hnsw: false }],
];

const creation = (dimensions: number, { shardNumber, replicationFactor }: Spread) =>
  ({
    vectors: { dense: { size: dimensions, distance: 'Dot' } },
    // Its IDF would be that of all namespaces of the collection; ours comes with the query.
    sparse_vectors: { terms: { modifier: 'none' } },
    // A graph for each place, and none for all of them.
    hnsw_config: { m: 0, payload_m: 16 },
    ...(shardNumber !== undefined && { shard_number: shardNumber }),
    ...(replicationFactor !== undefined && { replication_factor: replicationFactor }),
  }) satisfies Schemas['CreateCollection'];

function limitsOf(strict: Schemas['StrictModeConfigOutput'] | null | undefined): Limits {
  const stated = strict?.enabled ? strict : {};
  return {
    maxQueryLimit: stated.max_query_limit ?? 20_000,
    maxUpserts: Math.min(500, stated.upsert_max_batchsize ?? 500),
    maxBatch: stated.search_max_batchsize ?? 3,
    maxEf: stated.search_max_hnsw_ef ?? 10_000,
    maxConditionValues: stated.condition_max_size ?? 10_000,
    allowsExact: stated.search_allow_exact !== false,
  };
}

/** Reads a collection's description; rejects with the reason where it does not compare vectors as docfleet does. */
function readCollection(name: string, { config }: Schemas['CollectionInfo']): Collection {
  const { vectors, sparse_vectors: sparse } = config.params;
  const dense = (vectors as Record<string, Schemas['VectorParams']> | undefined)?.['dense'];
  const refuse = (reason: string): never => {
    throw wrongCollection(name, reason);
  };
  if (!dense) return refuse('it has no vector that is called dense');
  if (dense.distance !== 'Dot' && dense.distance !== 'Cosine')
    refuse('its distance is neither Dot nor Cosine');
  const terms = sparse?.['terms'] ?? refuse('it has no sparse vector that is called terms');
  if (terms.modifier === 'idf') refuse('its sparse vector has the modifier idf');
  return {
    path: `/collections/${name}`,
    dimensions: dense.size,
    limits: limitsOf(config.strict_mode_config as Schemas['StrictModeConfigOutput'] | null),
  };
}

/** Undefined stands for a collection that is not there, or was removed a moment ago. */
function unlessMissing(error: unknown): undefined {
  if (!isMissingCollection(error)) throw error;
}

/** The collections of one server that belong to docfleet: `<prefix>-<dimensions>`, one for each dimension of models, shared by all namespaces. */
export interface Collections {
  /** Returns those that there are. */
  list(signal: AbortSignal): Promise<Collection[]>;
  /** Returns the one for a dimension, which is made if it is missing. */
  open(dimensions: number, signal: AbortSignal): Promise<Collection>;
}

/** Pauses, in milliseconds, before a collection that was made a moment ago is read again. */
const readyMs = [50, 200, 500, 1_000];

export function createCollections(client: QdrantClient, prefix: string, spread: Spread): Collections {
  const indexMissing = async (name: string, info: Schemas['CollectionInfo'], signal: AbortSignal) => {
    for (const [field_name, field_schema] of indexes)
      if (!info.payload_schema[field_name])
        await client(signal, 'PUT', `/collections/${name}/index?wait=true`, { field_name, field_schema });
  };
  /** Makes the indexes as well that are missing: a process may have been killed between a collection and its indexes. */
  const describe = async (name: string, signal: AbortSignal): Promise<Collection> => {
    const info = await client<Schemas['CollectionInfo']>(signal, 'GET', `/collections/${name}`);
    const collection = readCollection(name, info);
    await indexMissing(name, info, signal);
    return collection;
  };
  /** A collection that another process is making is there before it can be read: its server answers 500 until then. */
  const describeMade = async (name: string, signal: AbortSignal): Promise<Collection> => {
    for (const waitMs of readyMs) {
      const collection = await describe(name, signal).catch((error: unknown) => {
        if (!isUnready(error)) throw error;
      });
      if (collection) return collection;
      await sleep(waitMs, undefined, { signal });
    }
    return describe(name, signal);
  };
  return {
    async list(signal) {
      const { collections } = await client<Schemas['CollectionsResponse']>(signal, 'GET', '/collections');
      const isOurs = (name: string) =>
        name.startsWith(`${prefix}-`) && /^[1-9]\d*$/.test(name.slice(prefix.length + 1));
      const ours = collections.filter(({ name }) => isOurs(name));
      const described = ours.map(({ name }) => describe(name, signal).catch(unlessMissing));
      return (await Promise.all(described)).filter((collection) => collection !== undefined);
    },
    async open(dimensions, signal) {
      const name = `${prefix}-${dimensions}`;
      const known = await describe(name, signal).catch(unlessMissing);
      if (known) return known;
      await client(signal, 'PUT', `/collections/${name}`, creation(dimensions, spread)).catch(
        (error: unknown) => {
          if (!isTaken(error)) throw error;
        },
      );
      return describeMade(name, signal);
    },
  };
}

import { readSettings } from '@docfleet/provider';
import { databaseConfig } from '@docfleet/runtime/config';
import { z } from 'zod';
import {
  defineVectorStoreProvider,
  generationName,
  unreadRemains,
  type VectorStore,
} from '../../provider.ts';
import { customersServer, operatorsServer, pgvectorConfig, type Server } from './address.ts';
import { type Connections, openConnections } from './connection.ts';
import { tooManyDimensions } from './errors.ts';
import { findBrokenIndexes, maintainPlace } from './maintain.ts';
import { countPlaces, findPlace, type Place, requireDimensions, rowsOf } from './places.ts';
import { type Connection, maxDimensions } from './schema.ts';
import { searchPlace } from './search.ts';
import { sparseOf, vectorOfBytes } from './values.ts';
import { removePlace, removeRecords, updateMetadata, updateTerms, upsertRecords } from './write.ts';

const idsPerPage = 1_000;

/** Runs an action on the place's rows; returns `empty` where there are none. */
type ReadPlace = <Result>(
  signal: AbortSignal,
  empty: Result,
  action: (connection: Connection, place: Place) => Promise<Result>,
) => Promise<Result>;

const createReader =
  (connections: Connections, name: string): ReadPlace =>
  (signal, empty, action) =>
    connections.read(signal, async (connection) => {
      const place = await findPlace(connection, name);
      return place ? action(connection, place) : empty;
    });

interface IdRow {
  readonly id: string;
}

interface StoredRow extends IdRow {
  readonly vector: Buffer;
  readonly text: Buffer;
  readonly terms: readonly number[];
  readonly weights: Buffer;
}

async function* listIds(read: ReadPlace, signal: AbortSignal): AsyncGenerator<string[]> {
  for (let last = ''; ; ) {
    const after = last;
    const ids = await read(signal, [], async (connection, place) => {
      const { table, condition } = rowsOf(place);
      const { rows } = await connection.query<IdRow>(
        `SELECT id FROM ${table} WHERE ${condition} AND id > $1 ORDER BY id LIMIT ${idsPerPage}`,
        [after],
      );
      return rows.map(({ id }) => id);
    });
    if (ids.length > 0) yield ids;
    if (ids.length < idsPerPage) return;
    last = ids.at(-1) ?? '';
  }
}

function createReads(
  read: ReadPlace,
): Pick<VectorStore, 'idsOfDocument' | 'readVectors' | 'count' | 'listIds'> {
  return {
    idsOfDocument: (documentId, signal) =>
      read(signal, [], async (connection, place) => {
        const { table, condition } = rowsOf(place);
        const { rows } = await connection.query<IdRow>(
          `SELECT id FROM ${table} WHERE ${condition} AND document_id = $1`,
          [documentId],
        );
        return rows.map(({ id }) => id);
      }),
    listIds: (signal) => listIds(read, signal),
    readVectors: (ids, signal) =>
      read(signal, [], async (connection, place) => {
        const { table, condition } = rowsOf(place);
        const { rows } = await connection.query<StoredRow>(
          `SELECT id, halfvec_send(vector) AS vector, text, terms, sparsevec_send(weights) AS weights FROM ${table} WHERE ${condition} AND id = ANY($1::text[])`,
          [ids],
        );
        return rows.map(({ id, vector, text, terms, weights }) => ({
          id,
          values: vectorOfBytes(vector),
          text: text.toString(),
          weights: sparseOf(terms, weights),
        }));
      }),
    count: (signal) =>
      read(signal, 0, async (connection, place) => {
        const { table, condition } = rowsOf(place);
        const { rows } = await connection.query<{ count: number }>(
          `SELECT count(*)::int AS count FROM ${table} WHERE ${condition}`,
        );
        return rows[0]?.count ?? 0;
      }),
  };
}

function openStore(server: Server, name: string, memoryMb: number): VectorStore {
  const connections = openConnections(server);
  const read = createReader(connections, name);
  return {
    limits: { maxDimensions },
    ...createReads(read),
    search: (query, signal) =>
      read(signal, { hits: [] }, (connection, place) => searchPlace(connection, place, query)),
    async check(dimensions, signal) {
      if (dimensions !== undefined && dimensions > maxDimensions)
        throw tooManyDimensions(maxDimensions, dimensions);
      await read(signal, undefined, async (connection, place) =>
        dimensions === undefined ? undefined : requireDimensions(connection, place, dimensions),
      );
    },
    upsert: (records, signal) => upsertRecords(connections, name, records, signal),
    remove: (ids, signal) => removeRecords(connections, name, ids, signal),
    updateMetadata: (ids, metadata, signal) => updateMetadata(connections, name, { ids, metadata }, signal),
    updateTerms: (terms, signal) => updateTerms(connections, name, terms, signal),
    // Removed rows stay in the server's files until its vacuum has run, and longer in its log, replicas and backups, none of which can be
    // read from here.
    findRemains: async () => unreadRemains,
    shared: {
      list: (signal) => connections.read(signal, countPlaces),
      purge: (other, signal) => removePlace(connections, other, signal),
    },
    purge: (signal) => removePlace(connections, name, signal),
    findBrokenIndexes: (signal) => findBrokenIndexes(connections, name, signal),
    maintain: (signal, isThorough = false) =>
      maintainPlace(connections, name, { isThorough, memoryMb }, signal),
    close: connections.close,
  };
}

/** The fleet's own database, which other parts of it declare. */
const fleetSettings = { DATABASE_URL: databaseConfig.DATABASE_URL.optional() };

const settings = {
  PGVECTOR_URL: databaseConfig.DATABASE_URL.optional().describe(
    'PostgreSQL database with pgvector 0.8.4 or newer, for namespaces whose PGVECTOR names none; unset: DATABASE_URL',
  ),
  PGVECTOR_BUILD_MEMORY_MB: z.coerce
    .number()
    .int()
    .min(1)
    .default(512)
    .describe(
      'Megabytes that the server of PGVECTOR may take to build an index of vectors: with less than the index has, building takes many times longer',
    ),
};

/**
 * A PostgreSQL database with pgvector. Vectors are kept in half precision. Small namespaces of a dimension share a table in which all of a namespace's
 * vectors are compared; large ones get a table of their own, with indexes of vectors, terms and metadata.
 */
export const pgvector = defineVectorStoreProvider(
  pgvectorConfig,
  ({ url, password }, context) => {
    const given = readSettings({ ...fleetSettings, ...settings }, context.settings);
    const server =
      url === undefined ? operatorsServer(given) : customersServer(url, password, context.egress);
    return openStore(server, generationName(context), given.PGVECTOR_BUILD_MEMORY_MB);
  },
  settings,
);

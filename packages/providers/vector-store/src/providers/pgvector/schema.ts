import type pg from 'pg';
import { oldExtension } from './errors.ts';

export type Connection = Pick<pg.ClientBase, 'query'>;

/** Older ones may damage indexes, or refuse to write while a table is vacuumed: https://github.com/pgvector/pgvector/blob/master/CHANGELOG.md */
const minVersion = [0, 8, 4] as const;

/** Maximum of dimensions of a `halfvec` that an index takes. */
export const maxDimensions = 4_000;

/** One for all of docfleet's changes of the schema in a database. */
const schemaLock = 0x646f6366;

function isOlder(version: string): boolean {
  const parts = version.split('.').map(Number);
  const different = minVersion.findIndex((part, position) => part !== (parts[position] ?? 0));
  return different >= 0 && (parts[different] ?? 0) < (minVersion[different] as number);
}

async function readExtension(connection: Connection) {
  const { rows } = await connection.query<{ version: string; schema: string }>(
    `SELECT extversion AS version, nspname AS schema FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace
     WHERE extname = 'vector'`,
  );
  return rows[0];
}

/**
 * `places` names the generations of namespaces, and where their rows lie: small ones of a dimension share a table, each large one has its own. Keys of rows
 * stay when rows move.
 */
const baseline = `
  CREATE SCHEMA IF NOT EXISTS docfleet_vectors;
  CREATE SEQUENCE IF NOT EXISTS docfleet_vectors.keys AS bigint CACHE 100;
  CREATE TABLE IF NOT EXISTS docfleet_vectors.places (
    place text COLLATE "C" PRIMARY KEY,
    number integer GENERATED ALWAYS AS IDENTITY UNIQUE,
    dimensions integer NOT NULL,
    is_own boolean NOT NULL DEFAULT false
  )`;

async function inTransaction<Result>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<Result>) {
  const client = await pool.connect();
  let isDone = false;
  try {
    await client.query(
      `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL statement_timeout = 30000; SELECT pg_advisory_xact_lock(${schemaLock})`,
    );
    const result = await work(client);
    await client.query('COMMIT');
    isDone = true;
    return result;
  } finally {
    client.release(!isDone);
  }
}

/**
 * Creates the schema that vectors lie in, and the extension where the user may. Returns the schema of the extension's types. Rejects where the extension is
 * too old.
 */
export const prepareDatabase = (pool: pg.Pool): Promise<string> =>
  inTransaction(pool, async (client) => {
    if (!(await readExtension(client))) await client.query('CREATE EXTENSION IF NOT EXISTS vector');
    const extension = await readExtension(client);
    const { version = '0', schema = 'public' } = extension ?? {};
    if (isOlder(version)) throw oldExtension(version, minVersion.join('.'));
    const { rows } = await client.query<{ exists: boolean }>(
      "SELECT to_regclass('docfleet_vectors.places') IS NOT NULL AS exists",
    );
    // A user with the right to write there need not have that to create schemas.
    if (!rows[0]?.exists) await client.query(baseline);
    return schema;
  });

/** A generation of a namespace, as its table is named by it. */
export interface TablePlace {
  readonly number: number;
  readonly dimensions: number;
  /** Has a table of its own. */
  readonly isOwn: boolean;
}

export const relationOf = ({ isOwn, number, dimensions }: TablePlace): string =>
  isOwn ? `own_${number}` : `shared_${dimensions}`;

/** Order of the columns in which rows are written and moved. */
export const columns =
  'key, place, id, document_id, tokens, number_fields, number_values, terms, weights, vector, text';

/**
 * Texts and tokens may hold characters that `text` cannot, NUL among them: texts are bytes, and tokens are JSON. The order of the system's locale
 * decides over nothing. Weights and vectors stay in the row as long as it fits a page: to fetch them from beside the table takes half as long again.
 */
export const createTable = (name: string, dimensions: number): string => `
  CREATE TABLE docfleet_vectors.${name} (
    key bigint NOT NULL DEFAULT nextval('docfleet_vectors.keys'),
    place integer NOT NULL,
    id text COLLATE "C" NOT NULL,
    document_id text COLLATE "C" NOT NULL,
    tokens text[] COLLATE "C" NOT NULL,
    number_fields text[] COLLATE "C" NOT NULL,
    number_values float8[] NOT NULL,
    terms integer[] NOT NULL,
    weights sparsevec STORAGE MAIN NOT NULL,
    vector halfvec(${dimensions}) STORAGE MAIN NOT NULL,
    text bytea NOT NULL
  )`;

export const createKeys = (name: string): string => `
  ALTER TABLE docfleet_vectors.${name} ADD PRIMARY KEY (place, id);
  CREATE UNIQUE INDEX ${name}_key ON docfleet_vectors.${name} (key);
  CREATE INDEX ${name}_document ON docfleet_vectors.${name} (place, document_id)`;

/** Creates the table that small places of a dimension share, unless it is there. */
export async function createSharedTable(connection: Connection, dimensions: number): Promise<void> {
  const name = `shared_${dimensions}`;
  await connection.query(`SELECT pg_advisory_xact_lock(${schemaLock})`);
  const { rows } = await connection.query<{ exists: boolean }>(
    `SELECT to_regclass('docfleet_vectors.${name}') IS NOT NULL AS exists`,
  );
  if (rows[0]?.exists) return;
  await connection.query(createTable(name, dimensions));
  await connection.query(createKeys(name));
}

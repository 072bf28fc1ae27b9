import pg from 'pg';
import type { Connections } from './connection.ts';
import {
  copiesIndexName,
  findPlace,
  graphName,
  type KeyRange,
  lockPlace,
  numberIndexName,
  type Place,
  rowsOf,
} from './places.ts';
import { type Connection, columns, createKeys, createTable, relationOf } from './schema.ts';
import { numberOf } from './values.ts';

/** A place with more rows gets a table of its own: a search of one that shares compares all of its rows. */
export const rowsWorthTable = 5_000;
/** Rows without a graph that are worth one: each search compares all of them. */
export const rowsWorthGraph = 10_000;
/** A graph with up to this many times the rows of a new one is merged into it: a search follows each graph, and a row is built a few times only. */
const growth = 3;
/** Indexes of numbers that a table has: each write keeps them up. */
const maxNumberIndexes = 16;
/** Bytes of memory that a row takes while a graph is built, beside its vector. */
const graphBytesPerRow = 720;
/** Rows with one vector that an element of a graph has room for. */
const equalsInGraph = 10;
/** Removed and replaced rows that make a table worth cleaning at once, as a share of those that there are. */
const deadShare = 0.2;
/** Kilobytes of the list in which the index of terms collects new rows: each search reads all of it. */
const pendingListLimit = 512;
/** The driver's timers take no more. */
const withoutTimeout = 2 ** 31 - 1;

/** A statement that may take hours. */
const runLong = (connection: Connection, text: string) =>
  connection.query({ text, query_timeout: withoutTimeout } as { text: string });

async function countUpTo(connection: Connection, place: Place, max: number): Promise<number> {
  const { table, condition } = rowsOf(place);
  const { rows } = await connection.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (SELECT FROM ${table} WHERE ${condition} LIMIT ${max}) AS found`,
  );
  return rows[0]?.count ?? 0;
}

/**
 * Moves the rows of a place into a table of its own, in one transaction: killed anywhere, nothing has moved. Writers of this place wait meanwhile, as
 * each holds its row of `places`; searches go on with the rows that they have begun with.
 */
async function moveToOwnTable(connections: Connections, name: string, signal: AbortSignal): Promise<void> {
  await connections.write(signal, async (connection) => {
    await connection.query('SET LOCAL statement_timeout = 0');
    const place = await lockPlace(connection, name);
    if (!place || place.isOwn) return;
    const own = relationOf({ ...place, isOwn: true });
    const { table, condition } = rowsOf(place);
    const run = (text: string) => runLong(connection, text);
    await run(createTable(own, place.dimensions));
    await run(
      `INSERT INTO docfleet_vectors.${own} (${columns}) SELECT ${columns} FROM ${table} WHERE ${condition}`,
    );
    await run(createKeys(own));
    await run(
      `CREATE INDEX ${own}_terms ON docfleet_vectors.${own} USING gin (terms) WITH (gin_pending_list_limit = ${pendingListLimit})`,
    );
    await run(
      `CREATE INDEX ${own}_tokens ON docfleet_vectors.${own} USING gin (tokens) WITH (gin_pending_list_limit = ${pendingListLimit})`,
    );
    await run(`DELETE FROM ${table} WHERE ${condition}`);
    await run(`ANALYZE docfleet_vectors.${own}`);
    await connection.query('UPDATE docfleet_vectors.places SET is_own = true WHERE place = $1', [name]);
  });
}

/** Drops what a killed build has left, which all writes keep up and no search uses, and what a graph of more rows replaces. */
async function dropUnused(connection: Connection, { unusedIndexes }: Place): Promise<void> {
  for (const index of unusedIndexes)
    await runLong(connection, `DROP INDEX CONCURRENTLY IF EXISTS docfleet_vectors.${index}`);
}

/** Indexes the numbers that the newest rows have, most frequent first: without, a comparison reads all rows. */
async function indexNumbers(connection: Connection, place: Place): Promise<void> {
  const { table } = rowsOf(place);
  const { rows } = await connection.query<{ field: string }>(
    `SELECT field FROM (SELECT number_fields FROM ${table} ORDER BY key DESC LIMIT ${rowsWorthGraph}) AS newest, unnest(number_fields) AS field
     GROUP BY field ORDER BY count(*) DESC, field LIMIT ${maxNumberIndexes}`,
  );
  const missing = rows
    .filter(({ field }) => !place.numberIndexes.includes(numberIndexName(place, field)))
    .slice(0, maxNumberIndexes - place.numberIndexes.length);
  for (const { field } of missing)
    await runLong(
      connection,
      `CREATE INDEX CONCURRENTLY ${numberIndexName(place, field)} ON ${table} ((${numberOf(`${pg.escapeLiteral(field)}::text`)}))`,
    );
  if (missing.length > 0) await runLong(connection, `ANALYZE ${table}`);
}

/** Finds the keys that are worth a graph: those of rows without one, and of the graphs before that are small beside it, as far as memory has room. */
async function findUngraphed(
  connection: Connection,
  place: Place,
  memoryMb: number,
): Promise<KeyRange | undefined> {
  const end = place.graphs.at(-1)?.through ?? 0;
  const { rows } = await connection.query<{ count: number; through: string }>(
    `SELECT count(*)::float8 AS count, max(key) AS through FROM ${rowsOf(place).table} WHERE key > ${end}`,
  );
  const { count = 0, through } = rows[0] ?? {};
  if (count < rowsWorthGraph) return undefined;
  const maxRows = (memoryMb * 2 ** 20) / (2 * place.dimensions + graphBytesPerRow);
  let [sum, after] = [count, end];
  for (const graph of place.graphs.toReversed()) {
    if (graph.rows > growth * sum || graph.rows + sum > maxRows) break;
    sum += graph.rows;
    after = graph.after;
  }
  return { after, through: Number(through) };
}

interface Build {
  readonly connections: Connections;
  readonly signal: AbortSignal;
  readonly memoryMb: number;
  readonly extensionSchema: string;
}

/** Creates for a place the column and the index of copies. Its writers wait meanwhile, as each holds its row of `places`. */
const addCopies = ({ connections, signal }: Build, name: string): Promise<void> =>
  connections.write(signal, async (connection) => {
    const place = await lockPlace(connection, name);
    if (!place?.isOwn || place.hasCopies) return;
    const { table } = rowsOf(place);
    await connection.query(`ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS copy_of bigint`);
    await connection.query(
      `CREATE INDEX IF NOT EXISTS ${copiesIndexName(place)} ON ${table} (copy_of, id) WHERE copy_of IS NOT NULL`,
    );
  });

/**
 * Marks rows that repeat a vector of the range more often than an element of a graph has room for: pgvector links further ones among themselves, so
 * that a search which comes upon them finds nothing else, and one that begins elsewhere finds neither. Rows are locked in the order of ids, as writers do.
 */
async function markCopies(
  connection: Connection,
  name: string,
  { after, through }: KeyRange,
  build: Build,
): Promise<void> {
  const place = await findPlace(connection, name);
  if (!place?.isOwn) return;
  const { table } = rowsOf(place);
  const digest = `sha256(${pg.escapeIdentifier(build.extensionSchema)}.halfvec_send(vector))`;
  const inRange = `key > ${after} AND key <= ${through}`;
  const repeated = `SELECT ${digest} FROM ${table} WHERE ${inRange} GROUP BY 1 HAVING count(*) > ${equalsInGraph}`;
  const { rows } = (await runLong(connection, `SELECT EXISTS (${repeated}) AS some`)) as pg.QueryResult<{
    some: boolean;
  }>;
  if (rows[0]?.some !== true) return;
  await addCopies(build, name);
  await runLong(
    connection,
    `WITH ranked AS (
       SELECT key, vector, row_number() OVER equal AS number, first_value(key) OVER equal AS first FROM ${table}
       WHERE ${inRange} AND ${digest} IN (${repeated}) WINDOW equal AS (PARTITION BY vector ORDER BY key)
     ), locked AS (
       SELECT row.key, first FROM ${table} AS row JOIN ranked ON row.key = ranked.key AND row.vector = ranked.vector
       WHERE number > ${equalsInGraph} AND copy_of IS DISTINCT FROM first ORDER BY row.id FOR UPDATE OF row
     )
     UPDATE ${table} AS row SET copy_of = first FROM locked WHERE row.key = locked.key`,
  );
}

/** Builds graphs of the rows that have none, while others write and search, until few are left. */
async function buildIndexes(connection: Connection, name: string, build: Build): Promise<void> {
  const operators = `${pg.escapeIdentifier(build.extensionSchema)}.halfvec_ip_ops`;
  await connection.query(`SET maintenance_work_mem = '${build.memoryMb}MB'`);
  for (;;) {
    const place = await findPlace(connection, name);
    if (!place?.isOwn) return;
    await dropUnused(connection, place);
    await indexNumbers(connection, place);
    const range = await findUngraphed(connection, place, build.memoryMb);
    if (!range) return;
    await markCopies(connection, name, range, build);
    const { hasCopies = false } = (await findPlace(connection, name)) ?? {};
    await runLong(
      connection,
      `CREATE INDEX CONCURRENTLY ${graphName(place, range)} ON ${rowsOf(place).table} USING hnsw (vector ${operators})
       WHERE key > ${range.after} AND key <= ${range.through} ${hasCopies ? 'AND copy_of IS NULL' : ''}`,
    );
  }
}

/**
 * Does the work on a connection of its own unless another process is at it, or a build goes on whose process is gone. The lock is that of a transaction,
 * which keeps its connection; no build waits for it, as it sees nothing.
 */
const unlessUnderWay = <Result>(
  connections: Connections,
  name: string,
  signal: AbortSignal,
  work: (connection: Connection, extensionSchema: string) => Promise<Result>,
): Promise<Result | undefined> =>
  connections.write(signal, async (holder) => {
    const { rows } = await holder.query<{ free: boolean }>(
      `SELECT pg_try_advisory_xact_lock('docfleet_vectors'::regnamespace::int, hashtext($1)) AND NOT EXISTS (
         SELECT FROM pg_stat_progress_create_index JOIN docfleet_vectors.places ON relid = to_regclass('docfleet_vectors.own_' || number)
         WHERE place = $1) AS free`,
      [name],
    );
    // A statement without parameters drops what the one before still sees, for which a build would wait.
    await holder.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    return rows[0]?.free ? connections.alone(signal, work) : undefined;
  });

/** Returns the indexes of a place that no process is building and none uses. */
export async function findBrokenIndexes(
  connections: Connections,
  name: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const find = async (connection: Connection) => (await findPlace(connection, name))?.unusedIndexes;
  return (await unlessUnderWay(connections, name, signal, find)) ?? [];
}

async function hasManyDeadRows(connection: Connection, table: string): Promise<boolean> {
  const { rows } = await connection.query<{ many: boolean }>(
    'SELECT n_dead_tup > $2::float8 * (n_live_tup + 1) AS many FROM pg_stat_user_tables WHERE relid = $1::regclass',
    [table, deadShare],
  );
  return rows[0]?.many === true;
}

export interface Maintenance {
  readonly isThorough: boolean;
  /** Memory for building an index. */
  readonly memoryMb: number;
}

/** Moves a large place to its own table, builds its graphs, and vacuums tables with removed rows. */
export async function maintainPlace(
  connections: Connections,
  name: string,
  { isThorough, memoryMb }: Maintenance,
  signal: AbortSignal,
): Promise<void> {
  const isGrown = await connections.read(signal, async (connection) => {
    const place = await findPlace(connection, name);
    return place && !place.isOwn && (await countUpTo(connection, place, rowsWorthTable + 1)) > rowsWorthTable;
  });
  if (isGrown) await moveToOwnTable(connections, name, signal);
  await unlessUnderWay(connections, name, signal, async (connection, extensionSchema) => {
    const place = await findPlace(connection, name);
    if (!place) return;
    const { table } = rowsOf(place);
    if (isThorough || (await hasManyDeadRows(connection, table)))
      await runLong(connection, `VACUUM (ANALYZE) ${table}`);
    await buildIndexes(connection, name, { connections, signal, memoryMb, extensionSchema });
  });
}

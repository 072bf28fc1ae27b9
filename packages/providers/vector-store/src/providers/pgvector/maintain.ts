import type { Connections } from './connection.ts';
import { findPlace, lockPlace, type Place, rowsOf, vectorIndexOf } from './places.ts';
import { type Connection, columns, createKeys, createTable, relationOf } from './schema.ts';

/** A place with more rows gets a table of its own: a search of one that shares compares all of its rows. */
export const rowsWorthTable = 5_000;
/** To compare fewer takes no longer than to follow a graph, and misses nothing. */
export const rowsWorthIndex = 10_000;
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

/** An index that is being built, by whichever process, is not valid yet; a killed build leaves one behind. */
async function isBeingBuilt(connection: Connection, table: string): Promise<boolean> {
  const { rows } = await connection.query<{ built: boolean }>(
    'SELECT EXISTS (SELECT FROM pg_stat_progress_create_index WHERE relid = $1::regclass) AS built',
    [table],
  );
  return rows[0]?.built === true;
}

/** Builds the graph of a place's vectors while others write and search. */
async function buildIndex(connection: Connection, place: Place, memoryMb: number): Promise<void> {
  const { table } = rowsOf(place);
  if (await isBeingBuilt(connection, table)) return;
  const index = vectorIndexOf(place);
  await runLong(connection, `DROP INDEX CONCURRENTLY IF EXISTS docfleet_vectors.${index}`);
  await connection.query(`SET maintenance_work_mem = '${memoryMb}MB'`);
  await runLong(
    connection,
    `CREATE INDEX CONCURRENTLY ${index} ON ${table} USING hnsw (vector halfvec_ip_ops)`,
  );
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

/** Moves a large place to its own table, builds its index, and vacuums tables with removed rows. */
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
  await connections.alone(signal, async (connection) => {
    const place = await findPlace(connection, name);
    if (!place) return;
    const { table } = rowsOf(place);
    if (isThorough || (await hasManyDeadRows(connection, table)))
      await runLong(connection, `VACUUM (ANALYZE) ${table}`);
    if (!place.isOwn || place.hasIndex) return;
    if ((await countUpTo(connection, place, rowsWorthIndex)) >= rowsWorthIndex)
      await buildIndex(connection, place, memoryMb);
  });
}

import pg from 'pg';
import type { Server } from './address.ts';
import { isConflict, isMissingTable, pgvectorError } from './errors.ts';
import { type Connection, prepareDatabase } from './schema.ts';

/** Connections of a process to one server. */
const maxConnections = 8;
const connectTimeoutMs = 15_000;
const statementTimeoutMs = 30_000;
/** Longer than the server's own: for one that is silent. */
const silenceTimeoutMs = 45_000;
const attempts = 5;

export interface Connections {
  /** Reads from one snapshot; again from a new one when a table is gone. */
  read<Result>(signal: AbortSignal, work: (connection: Connection) => Promise<Result>): Promise<Result>;
  /** Writes in one transaction, which is repeated when another writer was in its way. */
  write<Result>(signal: AbortSignal, work: (connection: Connection) => Promise<Result>): Promise<Result>;
  /**
   * Runs statements that cannot be part of a transaction and may take hours, with the schema of the extension's types. They name schemas and hold no lock
   * between them: a pooler runs each of them on another connection, with what others have set there.
   */
  alone<Result>(
    signal: AbortSignal,
    work: (connection: Connection, extensionSchema: string) => Promise<Result>,
  ): Promise<Result>;
  close(): Promise<void>;
}

interface OpenPool {
  readonly pool: pg.Pool;
  /** Schema of the extension's types, once the database is prepared. */
  prepared: Promise<string> | undefined;
  users: number;
}

const pools = new Map<string, OpenPool>();

function openPool({ key, pool }: Server): OpenPool {
  const known = pools.get(key);
  if (known) {
    known.users += 1;
    return known;
  }
  const opened = {
    pool: new pg.Pool({
      ...pool,
      max: maxConnections,
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: silenceTimeoutMs,
      keepAlive: true,
      allowExitOnIdle: true,
    }),
    prepared: undefined,
    users: 1,
  };
  // An idle connection that breaks is replaced.
  opened.pool.on('error', () => undefined);
  pools.set(key, opened);
  return opened;
}

/**
 * Rejects with the signal's reason as soon as it is aborted; the connection is then closed, because its query cannot be stopped
 * otherwise.
 */
async function usingClient<Result>(
  { pool }: OpenPool,
  signal: AbortSignal,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  const client = await pool.connect();
  // A connection that breaks between two statements reports it here as well as at the next of them.
  const ignore = () => undefined;
  client.on('error', ignore);
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort);
  let isBroken = true;
  try {
    signal.throwIfAborted();
    const working = work(client);
    working.catch(ignore);
    const result = await Promise.race([working, aborted.promise]);
    isBroken = false;
    return result;
  } finally {
    signal.removeEventListener('abort', abort);
    client.off('error', ignore);
    client.release(isBroken);
  }
}

const beginning = (mode: string, extensionSchema: string) =>
  `BEGIN ${mode}; SET LOCAL statement_timeout = ${statementTimeoutMs}; SET LOCAL jit = off; SET LOCAL search_path = docfleet_vectors, ${pg.escapeIdentifier(extensionSchema)}`;

/** Returns the schema of the extension's types; the first call prepares the database. */
function prepared(opened: OpenPool): Promise<string> {
  opened.prepared ??= prepareDatabase(opened.pool).catch((error: unknown) => {
    opened.prepared = undefined;
    throw error;
  });
  return opened.prepared;
}

/** Returns what runs transactions: each is repeated when it met another, and its statements see one schema. */
const transactions =
  (opened: OpenPool, mode: string): Connections['read'] =>
  async (signal, work) => {
    for (let left = attempts; ; left -= 1) {
      signal.throwIfAborted();
      const begin = beginning(mode, await prepared(opened));
      try {
        return await usingClient(opened, signal, async (client) => {
          await client.query(begin);
          const result = await work(client);
          await client.query('COMMIT');
          return result;
        });
      } catch (error) {
        if (isMissingTable(error)) opened.prepared = undefined;
        if (left === 1 || !isConflict(error)) throw error;
      }
    }
  };

const alone =
  (opened: OpenPool): Connections['alone'] =>
  async (signal, work) => {
    signal.throwIfAborted();
    const extensionSchema = await prepared(opened);
    return usingClient(opened, signal, async (client) => {
      await client.query('SET statement_timeout = 0');
      const result = await work(client, extensionSchema);
      await client.query('RESET statement_timeout; RESET maintenance_work_mem');
      return result;
    });
  };

/** Opens connections to a server; all stores of a process that name it share them. */
export function openConnections(server: Server): Connections {
  const opened = openPool(server);
  let isClosed = false;
  const explaining =
    <Given extends unknown[]>(
      run: <Result>(signal: AbortSignal, work: (...given: Given) => Promise<Result>) => Promise<Result>,
    ): typeof run =>
    async (signal, work) => {
      try {
        return await run(signal, work);
      } catch (error) {
        signal.throwIfAborted();
        throw pgvectorError(error, server.owner);
      }
    };
  return {
    read: explaining(transactions(opened, 'ISOLATION LEVEL REPEATABLE READ READ ONLY')),
    write: explaining(transactions(opened, 'ISOLATION LEVEL READ COMMITTED')),
    alone: explaining(alone(opened)),
    async close() {
      if (isClosed) return;
      isClosed = true;
      opened.users -= 1;
      if (opened.users > 0) return;
      pools.delete(server.key);
      await opened.pool.end();
    },
  };
}

import { hasPooler } from './address.ts';
import { type Database, type DatabaseSession, isStatementLost, openDatabase } from './database.ts';

const minVersion = 150_000;

/** Connections that a process opens beside its pool: its own pool, and those for requests and lists where it has them. */
const poolsPerProcess = 3;

interface ServerState {
  readonly version: number;
  readonly encoding: string;
  readonly isReadOnly: boolean;
  /** Connections that others than superusers may have, and those that are open. */
  readonly maxConnections: number;
  readonly connections: number;
}

/** A fault of a server that docfleet works with; `isLasting` is false of what may pass by itself. */
interface ServerFault {
  readonly sentence: string;
  readonly isLasting: boolean;
}

function connectionFaults({ maxConnections, connections }: ServerState, poolSize: number): ServerFault[] {
  const wanted = poolSize * poolsPerProcess;
  if (maxConnections - connections >= wanted) return [];
  const sentence = `PostgreSQL accepts ${maxConnections} connections, of which ${connections} are open, and one process of docfleet opens up to ${wanted}: raise max_connections, or lower DATABASE_POOL_SIZE`;
  return [{ sentence, isLasting: false }];
}

type Asking = Pick<Database, '$queryRaw'>;

/** An index whose order is not the system's misses rows and takes the same key twice: https://wiki.postgresql.org/wiki/Locale_data_changes */
async function findCollationFaults(database: Asking): Promise<ServerFault[]> {
  const [versions] = await database.$queryRaw<{ built: string | null; now: string | null }[]>`
    SELECT datcollversion AS built, pg_database_collation_actual_version(oid) AS now
    FROM pg_database WHERE datname = current_database()`;
  const { built = null, now = null } = versions ?? {};
  if (built === null || now === null || built === now) return [];
  const sentence = `The system under PostgreSQL orders texts in another way than when the database was made (collation version ${built}, now ${now}), so that indexes may miss rows: stop docfleet, then run REINDEX DATABASE and ALTER DATABASE … REFRESH COLLATION VERSION on its database`;
  return [{ sentence, isLasting: false }];
}

/**
 * Returns what keeps a PostgreSQL server from being used, one sentence each with the remedy. `poolSize` is that of the processes that
 * are to work with it; without one connections are not judged.
 */
export async function findServerFaults(database: Asking, poolSize?: number): Promise<ServerFault[]> {
  const [state] = await database.$queryRaw<ServerState[]>`
    SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding,
           current_setting('transaction_read_only')::bool AS "isReadOnly",
           current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS "maxConnections",
           (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections`;
  if (!state) return [];
  if (state.version < minVersion) {
    const sentence = `PostgreSQL ${Math.trunc(state.version / 10_000)} is too old: docfleet needs 15 or newer`;
    return [{ sentence, isLasting: true }];
  }
  const faults = await findCollationFaults(database);
  if (poolSize !== undefined) faults.push(...connectionFaults(state, poolSize));
  if (state.encoding !== 'UTF8')
    faults.push({
      sentence: `The database is encoded in ${state.encoding}, which cannot hold every text: create one with CREATE DATABASE docfleet TEMPLATE template0 ENCODING 'UTF8', and set DATABASE_URL to it`,
      isLasting: true,
    });
  if (state.isReadOnly)
    faults.push({
      sentence:
        'The database is read-only: set DATABASE_URL to the primary, or default_transaction_read_only to off',
      isLasting: false,
    });
  return faults;
}

const deadlineMs = 5_000;

/** The remedy for a pooler that keeps no prepared statements. */
export const poolerAdvice =
  'Between docfleet and PostgreSQL is a pooler that uses another connection for each transaction and keeps no prepared statements: add ?pgbouncer=true to DATABASE_URL, or let it keep them (PgBouncer 1.21 or newer with max_prepared_statements=200)';

/** A statement that is prepared by its name at its first use. */
const ask = (session: Pick<DatabaseSession, '$queryRaw'>) => session.$queryRaw`SELECT 1 AS "isThere"`;

/**
 * Finds out whether a connection loses its prepared statements between transactions, which would run statements of other processes in
 * their place: while another transaction holds the server connection that prepared one, it is asked for again.
 */
export async function findPoolerFaults(url: string): Promise<ServerFault[]> {
  if (hasPooler(url)) return [];
  const open = () => openDatabase({ url, poolSize: 1, statementTimeoutMs: deadlineMs });
  const [one, other] = [open(), open()];
  try {
    await ask(one);
    await other.$transaction(
      async (transaction) => {
        await ask(transaction);
        await ask(one);
      },
      { maxWait: deadlineMs, timeout: deadlineMs },
    );
    return [];
  } catch (error) {
    return isStatementLost(error) ? [{ sentence: poolerAdvice, isLasting: true }] : [];
  } finally {
    await Promise.all([one.$disconnect(), other.$disconnect()]);
  }
}

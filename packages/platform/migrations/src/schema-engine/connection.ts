import { setTimeout as sleep } from 'node:timers/promises';
import { hasPooler, readDatabaseAddress } from '@docfleet/database/address';
import pg from 'pg';

/** A statement that waits for a table lock blocks all later ones: it times out soon, and is retried after they have run. */
const lockTimeoutMs = 1_000;
const pauseMs = 1_000;
/** About ten minutes: a transaction that is still open then will not end. */
const maxAttempts = 300;

/** lock_not_available: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const isLocked = (error: unknown) => (error as { code?: string }).code === '55P03';

/** Whether a script builds or drops an index concurrently. Such scripts block no other statement while they wait, and cannot be retried: a failed one leaves an invalid index. */
const isConcurrent = (script: string) => /\bCONCURRENTLY\b/i.test(script);

/**
 * Runs a migration script as one transaction. It waits for a table lock for at most a second, and is retried after a lock timeout.
 * A script with CONCURRENTLY must consist of that one statement. Rejects with the error of PostgreSQL.
 */
export async function runWithLockRetries(
  query: (script: string) => Promise<unknown>,
  script: string,
  attempts = maxAttempts,
): Promise<void> {
  if (isConcurrent(script)) {
    await query(script);
    return;
  }
  for (let attempt = 1; ; attempt += 1) {
    try {
      await query(`SET LOCAL lock_timeout = ${lockTimeoutMs}; ${script}`);
      return;
    } catch (error) {
      if (!isLocked(error) || attempt >= attempts) throw error;
      await sleep(pauseMs);
    }
  }
}

/** Settings of the driver, in which the database can be replaced. */
export type ConnectionSettings = pg.ClientConfig & {
  readonly database: string;
  /** Whether a pooler uses another connection for each transaction. */
  readonly isPooled: boolean;
};

/** Reads a PostgreSQL URL as the services do; without a name of a database it is that of the maintenance. */
export function readConnectionUrl(url: string): ConnectionSettings {
  const settings = readDatabaseAddress(url);
  return { ...settings, database: settings.database || 'postgres', isPooled: hasPooler(url) };
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Runs `work` on the server's maintenance database. */
async function administer<Result>(
  settings: ConnectionSettings,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const maintenance = settings.database === 'postgres' ? 'template1' : 'postgres';
  const client = new pg.Client({ ...settings, database: maintenance });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Another process has made the database in the same moment: duplicate_database, or unique_violation in the catalogue. */
const isMadeMeanwhile = (error: unknown) =>
  ['42P04', '23505'].includes((error as { code?: string }).code ?? '');

/** Creates the database of `settings` unless it exists. */
export async function createDatabase(settings: ConnectionSettings): Promise<void> {
  await administer(settings, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [
      settings.database,
    ]);
    if (rowCount) return;
    await client.query(`create database ${quoted(settings.database)}`).catch((error: unknown) => {
      if (!isMadeMeanwhile(error)) throw error;
    });
  });
}

/** Drops the database of `settings`, and terminates its connections. */
export async function dropDatabase(settings: ConnectionSettings): Promise<void> {
  await administer(settings, (client) =>
    client.query(`drop database if exists ${quoted(settings.database)} with (force)`),
  );
}

/** Rejects unless a connection to the database of `settings` succeeds. */
export async function canConnect(settings: ConnectionSettings): Promise<void> {
  const client = new pg.Client(settings);
  await client.connect();
  await client.end();
}

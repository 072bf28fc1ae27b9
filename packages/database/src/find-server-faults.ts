import type { Database } from './database.ts';

const minVersion = 150_000;

interface ServerState {
  readonly version: number;
  readonly encoding: string;
  readonly isReadOnly: boolean;
}

/** Returns what keeps a PostgreSQL server from being used, one sentence each with the remedy; `isLasting` is false of what may pass by itself. */
export async function findServerFaults(
  database: Pick<Database, '$queryRaw'>,
): Promise<{ sentence: string; isLasting: boolean }[]> {
  const [state] = await database.$queryRaw<ServerState[]>`
    SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding,
           current_setting('transaction_read_only')::bool AS "isReadOnly"`;
  if (!state) return [];
  const faults = [];
  if (state.version < minVersion)
    faults.push({
      sentence: `PostgreSQL ${Math.trunc(state.version / 10_000)} is too old: docfleet needs 15 or newer`,
      isLasting: true,
    });
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

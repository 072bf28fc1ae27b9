import type { Database } from '@docfleet/database';
import type { Vault } from '@docfleet/secrets';
import { headerSealName } from '../ingest/seal-headers.ts';
import { resealColumn } from './reseal-column.ts';
import { openOrUndefined, type Resealing, rowsPerStatement } from './resealing.ts';
import { sealedColumns } from './sealed-columns.ts';

type Headers = Readonly<Record<string, string>>;

interface Job {
  readonly id: string;
  readonly headers: Headers;
}

/** The next jobs with a header that another key has sealed. Nine bytes are twelve characters of base64, without a rest. */
function findOthers(database: Database, mark: string, after: string): Promise<Job[]> {
  return database.$queryRaw<Job[]>`
    SELECT id, config -> 'scrapeOptions' -> 'headers' AS headers FROM ingest_jobs
    WHERE id > ${after}::uuid AND jsonb_typeof(config -> 'scrapeOptions' -> 'headers') = 'object' AND EXISTS (
      SELECT 1 FROM jsonb_each_text(config -> 'scrapeOptions' -> 'headers') WHERE left(value, ${mark.length}) <> ${mark})
    ORDER BY id LIMIT ${rowsPerStatement}`;
}

function reseal(vault: Vault, { id, headers }: Job): Headers | undefined {
  const fresh: [string, string][] = [];
  for (const [name, sealed] of Object.entries(headers)) {
    const place = headerSealName(id, name);
    const value = openOrUndefined(vault, Buffer.from(sealed, 'base64'), place);
    if (value === undefined) return undefined;
    fresh.push([name, Buffer.from(vault.seal(value, place)).toString('base64')]);
  }
  return Object.fromEntries(fresh);
}

/** Replaces the headers that were read; returns the number of changed jobs. */
function replace(database: Database, changes: readonly (Job & { fresh: Headers })[]): Promise<number> {
  return database.$executeRaw`
    UPDATE ingest_jobs SET config = jsonb_set(config, '{scrapeOptions,headers}', fresh.headers)
    FROM unnest(${changes.map(({ id }) => id)}::uuid[], ${changes.map(({ headers }) => JSON.stringify(headers))}::jsonb[],
      ${changes.map(({ fresh }) => JSON.stringify(fresh))}::jsonb[]) AS fresh(id, previous, headers)
    WHERE ingest_jobs.id = fresh.id AND ingest_jobs.config -> 'scrapeOptions' -> 'headers' = fresh.previous`;
}

const beforeAll = '00000000-0000-0000-0000-000000000000';

/** Reseals the headers of scrape jobs that another master key sealed, in batches. */
async function resealHeaders(database: Database, vault: Vault): Promise<Resealing> {
  const result = { name: 'ingest_jobs.config.scrapeOptions.headers', resealed: 0, unreadable: 0 };
  const mark = Buffer.from(vault.mark).toString('base64');
  let after = beforeAll;
  for (;;) {
    const jobs = await findOthers(database, mark, after);
    const changes = jobs.flatMap((job) => {
      const fresh = reseal(vault, job);
      return fresh ? [{ ...job, fresh }] : [];
    });
    result.unreadable += jobs.length - changes.length;
    result.resealed += changes.length > 0 ? await replace(database, changes) : 0;
    if (jobs.length < rowsPerStatement) return result;
    after = jobs.at(-1)?.id ?? after;
  }
}

const ofTheFleet = ({ table }: { table: string }) => table === 'fleet_secrets';

/**
 * Reseals everything that another master key sealed, while the fleet is running: each value is replaced only if it is still the one that
 * was read, so that concurrent changes win. It can be interrupted and repeated: resealed values are not read again. The secrets of the
 * fleet follow only when no value is left that no known key opens.
 */
export async function* resealSecrets(database: Database, vault: Vault): AsyncGenerator<Resealing> {
  let unreadable = 0;
  for (const column of sealedColumns.filter((one) => !ofTheFleet(one))) {
    const resealing = await resealColumn(database, vault, column);
    unreadable += resealing.unreadable;
    yield resealing;
  }
  const headers = await resealHeaders(database, vault);
  unreadable += headers.unreadable;
  yield headers;
  if (unreadable > 0) return;
  for (const column of sealedColumns.filter(ofTheFleet)) yield await resealColumn(database, vault, column);
}

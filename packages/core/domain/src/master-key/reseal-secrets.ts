import { type Database, Prisma } from '@docfleet/database';
import type { Vault } from '@docfleet/secrets';
import { pagesById } from '../database/pages-by-id.ts';
import { headerSealName } from '../ingest/seal-headers.ts';

/** The result of resealing one column. */
export interface Resealing {
  /** Table and column. */
  readonly name: string;
  readonly resealed: number;
  /** Values that no known key opens; they are left unchanged. */
  readonly unreadable: number;
}

const rowsPerStatement = 200;

/** Returns the secret; undefined if no known key opens it. */
function openOrUndefined(vault: Vault, sealed: Uint8Array, place: string): string | undefined {
  try {
    return vault.open(sealed, place);
  } catch {
    return undefined;
  }
}

/** A column that holds what the vault has sealed. */
interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The columns that name a row, with their types, in the order of the primary key. */
  readonly key: readonly { readonly column: string; readonly type: string }[];
  /** SQL for the place that the value is sealed for. */
  readonly place: string;
}

const byId = [{ column: 'id', type: 'uuid' }] as const;

/**
 * Every such column except the headers of scrape jobs, which are in a JSON column (`resealHeaders`). The secrets of the fleet come
 * last: a process that starts with the new key alone is refused until everything else is resealed.
 */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'namespaces', column: 'sealedSecrets', key: byId, place: 'id::text' },
  { table: 'namespaces', column: 'sealedPreviousSecrets', key: byId, place: 'id::text' },
  { table: 'webhooks', column: 'sealedKey', key: byId, place: 'id::text' },
  { table: 'webhooks', column: 'sealedOldKey', key: byId, place: 'id::text' },
  { table: 'connections', column: 'sealedTokens', key: byId, place: 'id::text' },
  {
    table: 'notification_channels',
    column: 'sealedSecret',
    key: [
      { column: 'connector', type: 'text' },
      { column: 'id', type: 'uuid' },
    ],
    place: `'notification-channel/' || id`,
  },
  {
    table: 'oauth_states',
    column: 'sealedVerifier',
    key: [{ column: 'stateHash', type: 'bytea' }],
    place: '"connectionId"::text',
  },
  {
    table: 'idempotency_records',
    column: 'sealedBody',
    key: [
      { column: 'organizationId', type: 'uuid' },
      { column: 'key', type: 'text' },
    ],
    place: `'idempotency/' || "organizationId" || '/' || key`,
  },
  {
    table: 'fleet_secrets',
    column: 'sealedValue',
    key: [{ column: 'name', type: 'text' }],
    place: `'fleet-secret/' || name`,
  },
];

interface Row {
  /** The parts of the key as text. */
  readonly key: readonly string[];
  readonly place: string;
  readonly sealed: Uint8Array<ArrayBuffer>;
}

const quoted = (name: string) => `"${name}"`;

/** The next rows whose value another key has sealed, in the order of the primary key. */
function findValuesOfOtherKeys(
  database: Database,
  { table, column, key, place }: SealedColumn,
  { mark, after }: { mark: Uint8Array<ArrayBuffer>; after: readonly string[] | undefined },
): Promise<Row[]> {
  const columns = key.map((part) => quoted(part.column)).join(', ');
  const texts = key.map((part) => `${quoted(part.column)}::text`).join(', ');
  const last = key.map(({ type }, index) => Prisma.sql`${after?.[index]}::text::${Prisma.raw(type)}`);
  const beyond = after ? Prisma.sql`AND (${Prisma.raw(columns)}) > (${Prisma.join(last)})` : Prisma.empty;
  const value = Prisma.raw(quoted(column));
  return database.$queryRaw<Row[]>`
    SELECT ARRAY[${Prisma.raw(texts)}] AS key, ${Prisma.raw(place)} AS place, ${value} AS sealed FROM ${Prisma.raw(table)}
    WHERE ${value} IS NOT NULL AND substring(${value} FROM 1 FOR ${mark.length}) <> ${mark} ${beyond}
    ORDER BY ${Prisma.raw(columns)} LIMIT ${rowsPerStatement}`;
}

interface Change {
  readonly key: readonly string[];
  readonly from: Uint8Array<ArrayBuffer>;
  readonly to: Uint8Array<ArrayBuffer>;
}

/** Replaces the values that were read, and leaves those that changed meanwhile; returns the number of replaced ones. */
function replaceValues(
  database: Database,
  { table, column, key }: SealedColumn,
  changes: readonly Change[],
): Promise<number> {
  const parts = key.map(
    ({ type }, index) =>
      Prisma.sql`${changes.map((change) => change.key[index] ?? '')}::text[]::${Prisma.raw(type)}[]`,
  );
  const names = key.map((_, index) => `k${index}`);
  const same = key.map((part, index) => `${table}.${quoted(part.column)} = fresh.k${index}`).join(' AND ');
  const value = Prisma.raw(quoted(column));
  return database.$executeRaw`
    UPDATE ${Prisma.raw(table)} SET ${value} = fresh.sealed
    FROM unnest(${Prisma.join(parts)}, ${changes.map(({ from }) => from)}::bytea[], ${changes.map(({ to }) => to)}::bytea[])
      AS fresh(${Prisma.raw(names.join(', '))}, previous, sealed)
    WHERE ${Prisma.raw(same)} AND ${Prisma.raw(table)}.${value} = fresh.previous`;
}

/** Reseals the values of a column that another master key sealed, in batches. */
async function resealColumn(database: Database, vault: Vault, column: SealedColumn): Promise<Resealing> {
  const result = { name: `${column.table}.${column.column}`, resealed: 0, unreadable: 0 };
  let after: readonly string[] | undefined;
  for (;;) {
    const rows = await findValuesOfOtherKeys(database, column, { mark: vault.mark, after });
    const changes = rows.flatMap(({ key, place, sealed }): Change[] => {
      const secret = openOrUndefined(vault, sealed, place);
      return secret === undefined ? [] : [{ key, from: sealed, to: vault.seal(secret, place) }];
    });
    result.unreadable += rows.length - changes.length;
    result.resealed += changes.length > 0 ? await replaceValues(database, column, changes) : 0;
    if (rows.length < rowsPerStatement) return result;
    after = rows.at(-1)?.key;
  }
}

type Headers = Readonly<Record<string, string>>;

interface Job {
  readonly id: string;
  readonly headers: Headers;
}

/** The next jobs with a header that another key has sealed. Nine bytes are twelve characters of base64, without a rest. */
function findJobsOfOtherKeys(database: Database, mark: string, after: string): Promise<Job[]> {
  return database.$queryRaw<Job[]>`
    SELECT id, config -> 'scrapeOptions' -> 'headers' AS headers FROM ingest_jobs
    WHERE id > ${after}::uuid AND jsonb_typeof(config -> 'scrapeOptions' -> 'headers') = 'object' AND EXISTS (
      SELECT 1 FROM jsonb_each_text(config -> 'scrapeOptions' -> 'headers') WHERE left(value, ${mark.length}) <> ${mark})
    ORDER BY id LIMIT ${rowsPerStatement}`;
}

function resealHeadersOf(vault: Vault, { id, headers }: Job): Headers | undefined {
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
function replaceHeaders(database: Database, changes: readonly (Job & { fresh: Headers })[]): Promise<number> {
  return database.$executeRaw`
    UPDATE ingest_jobs SET config = jsonb_set(config, '{scrapeOptions,headers}', fresh.headers)
    FROM unnest(${changes.map(({ id }) => id)}::uuid[], ${changes.map(({ headers }) => JSON.stringify(headers))}::jsonb[],
      ${changes.map(({ fresh }) => JSON.stringify(fresh))}::jsonb[]) AS fresh(id, previous, headers)
    WHERE ingest_jobs.id = fresh.id AND ingest_jobs.config -> 'scrapeOptions' -> 'headers' = fresh.previous`;
}

/** Reseals the headers of scrape jobs that another master key sealed, in batches. */
async function resealHeaders(database: Database, vault: Vault): Promise<Resealing> {
  const result = { name: 'ingest_jobs.config.scrapeOptions.headers', resealed: 0, unreadable: 0 };
  const mark = Buffer.from(vault.mark).toString('base64');
  for await (const jobs of pagesById((after) => findJobsOfOtherKeys(database, mark, after))) {
    const changes = jobs.flatMap((job) => {
      const fresh = resealHeadersOf(vault, job);
      return fresh ? [{ ...job, fresh }] : [];
    });
    result.unreadable += jobs.length - changes.length;
    result.resealed += changes.length > 0 ? await replaceHeaders(database, changes) : 0;
  }
  return result;
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

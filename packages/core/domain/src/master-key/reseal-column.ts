import { type Database, Prisma } from '@docfleet/database';
import type { Vault } from '@docfleet/secrets';
import { openOrUndefined, type Resealing, rowsPerStatement } from './resealing.ts';
import type { SealedColumn } from './sealed-columns.ts';

interface Row {
  /** The parts of the key as text. */
  readonly key: readonly string[];
  readonly place: string;
  readonly sealed: Uint8Array<ArrayBuffer>;
}

const quoted = (name: string) => `"${name}"`;

/** The next rows whose value another key has sealed, in the order of the primary key. */
function findOthers(
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
function replace(
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
export async function resealColumn(
  database: Database,
  vault: Vault,
  column: SealedColumn,
): Promise<Resealing> {
  const result = { name: `${column.table}.${column.column}`, resealed: 0, unreadable: 0 };
  let after: readonly string[] | undefined;
  for (;;) {
    const rows = await findOthers(database, column, { mark: vault.mark, after });
    const changes = rows.flatMap(({ key, place, sealed }): Change[] => {
      const secret = openOrUndefined(vault, sealed, place);
      return secret === undefined ? [] : [{ key, from: sealed, to: vault.seal(secret, place) }];
    });
    result.unreadable += rows.length - changes.length;
    result.resealed += changes.length > 0 ? await replace(database, column, changes) : 0;
    if (rows.length < rowsPerStatement) return result;
    after = rows.at(-1)?.key;
  }
}

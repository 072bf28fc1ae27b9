import { type Database, Prisma } from '@docfleet/database';

/** Few enough that a statement holds its locks for milliseconds. */
const rowsPerStep = 5_000;

/** Repeats a deletion of at most this many rows until it deletes fewer; returns the total. */
export async function removeInSteps(removeStep: (rows: number) => Promise<number>): Promise<number> {
  let removed = 0;
  for (;;) {
    const step = await removeStep(rowsPerStep);
    removed += step;
    if (step < rowsPerStep) return removed;
  }
}

/** A table to which triggers append changes, and whose sums are the current values. */
interface Summed {
  readonly table: string;
  /** Columns of a row's kind that are never null and find its older rows by an index. */
  readonly place: readonly string[];
  /** The other columns of its kind, beside `tenantId`. */
  readonly others: readonly string[];
  readonly sums: readonly string[];
}

const rowsPerStatement = 10_000;

const named = (columns: readonly string[], write: (name: string) => string, separator = ', ') =>
  Prisma.raw(columns.map((column) => write(`"${column}"`)).join(separator));

/**
 * Merges the changes that triggers have appended into one row per kind; the sums stay the same. Concurrent calls process different rows:
 * a kind may have a row of each until its next change. Returns the number of merged rows.
 */
export async function rollUp(database: Database, { table, place, others, sums }: Summed): Promise<number> {
  const rows = Prisma.raw(`"${table}"`);
  const kind = named([...place, 'tenantId', ...others], (name) => name);
  const summed = named(sums, (name) => name);
  const changed = named([...place, 'tenantId'], (name) => name);
  const samePlace = named(place, (name) => `${rows.sql}.${name} = changed.${name}`, ' AND ');
  const added = named(sums, (name) => `sum(${name})`);
  const notNothing = named(sums, (name) => `sum(${name}) <> 0`, ' OR ');
  let total = 0;
  for (;;) {
    const [row] = await database.$queryRaw<{ fresh: number }[]>`
      WITH fresh AS (
        DELETE FROM ${rows} WHERE id IN (
          SELECT id FROM ${rows} WHERE NOT "rolledUp" ORDER BY id LIMIT ${rowsPerStatement} FOR UPDATE SKIP LOCKED)
        RETURNING ${kind}, ${summed}
      ), older AS (
        DELETE FROM ${rows} WHERE id IN (
          SELECT older_rows.id FROM (SELECT DISTINCT ${changed} FROM fresh) AS changed CROSS JOIN LATERAL (
            SELECT id FROM ${rows}
            WHERE "rolledUp" AND ${samePlace}
              AND ("tenantId" = changed."tenantId" OR ("tenantId" IS NULL AND changed."tenantId" IS NULL))
            FOR UPDATE SKIP LOCKED
          ) AS older_rows)
        RETURNING ${kind}, ${summed}
      ), sums AS (
        INSERT INTO ${rows} (${kind}, ${summed}, "rolledUp")
        SELECT ${kind}, ${added}, true FROM (SELECT * FROM fresh UNION ALL SELECT * FROM older) AS counted
        GROUP BY ${kind} HAVING ${notNothing}
      )
      SELECT count(*)::int AS fresh FROM fresh`;
    total += row?.fresh ?? 0;
    if ((row?.fresh ?? 0) < rowsPerStatement) return total;
  }
}

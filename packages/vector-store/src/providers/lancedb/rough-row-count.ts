import type { Table } from '@lancedb/lancedb';

/** Counting takes about a millisecond, and only the order of magnitude matters to a search. */
const freshMs = 10_000;

const counts = new WeakMap<Table, { rows: number; countedAt: number }>();

/** How many rows a table has, or had up to ten seconds ago. */
export async function roughRowCount(table: Table): Promise<number> {
  const known = counts.get(table);
  if (known && performance.now() - known.countedAt < freshMs) return known.rows;
  const rows = await table.countRows();
  counts.set(table, { rows, countedAt: performance.now() });
  return rows;
}

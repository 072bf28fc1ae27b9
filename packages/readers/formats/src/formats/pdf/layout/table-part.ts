import type { Block, TableRow } from '../../../document-tree/tree.ts';
import { plainText } from './inlines.ts';

/** A table, or what of it stands in one column of a page. */
export interface TablePart {
  readonly kind: 'table';
  readonly rows: readonly TableRow[];
  /** Left edges of its columns, in points. */
  readonly places: readonly number[];
  /** Whether nothing stands above it in its column. */
  readonly breaks: boolean;
}

/** Points by which the columns of both parts of a table may differ. */
const tolerance = 8;
/** A table longer than that is written in parts, so that it need not be held. */
const maxRows = 2_000;

const textOf = ({ cells }: TableRow) =>
  cells
    .map(({ blocks }) => blocks.map((block) => (block.kind === 'paragraph' ? plainText(block.content) : '')))
    .join('|');

/** The table with its continuation on the next page or column; undefined where the other one is a table of its own. */
export function joinTables(table: TablePart, next: TablePart): TablePart | undefined {
  if (!next.breaks || table.places.length !== next.places.length || table.rows.length > maxRows)
    return undefined;
  // The next column of the page lies elsewhere, but its table is as wide.
  const shift = (next.places[0] ?? 0) - (table.places[0] ?? 0);
  const isAlike = table.places.every(
    (place, index) => Math.abs((next.places[index] as number) - shift - place) <= tolerance,
  );
  if (!isAlike) return undefined;
  const [head, first] = [table.rows[0], next.rows[0]];
  const repeatsHead = head !== undefined && first !== undefined && textOf(head) === textOf(first);
  const rows = repeatsHead ? next.rows.slice(1) : next.rows;
  return { ...table, rows: [...table.rows, ...rows.map((row) => ({ ...row, isHead: false }))] };
}

export const toTableBlock = ({ rows }: TablePart): Block => ({ kind: 'table', rows });

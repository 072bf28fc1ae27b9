import type { Block, Cell, TableRow } from '../../document-tree/tree.ts';

/** Definition of a cell by `\cellx`: its right edge in twips, and whether it continues the cell above or before. */
export interface CellDefinition {
  readonly right: number;
  readonly isBelow: boolean;
  readonly isAfter: boolean;
}

export interface RtfRow {
  readonly definitions: readonly CellDefinition[];
  readonly cells: readonly (readonly Block[])[];
  readonly isHead: boolean;
}

/** Twips that edges of one column may lie apart in different rows. */
const tolerance = 60;

/** Returns the right edges of a table's columns: rows only define the edges of their own cells. */
function columnEdges(rows: readonly RtfRow[]): number[] {
  const all = new Set(rows.flatMap(({ definitions }) => definitions.map(({ right }) => right)));
  const edges: number[] = [];
  for (const edge of [...all].sort((one, other) => one - other))
    if (edge - (edges.at(-1) ?? Number.NEGATIVE_INFINITY) > tolerance) edges.push(edge);
  return edges;
}

/** The cells of rows that follow each other as one table. */
export function toTable(rows: readonly RtfRow[]): Block {
  const edges = columnEdges(rows);
  const columnAfter = (right: number) => {
    const column = edges.findIndex((edge) => right - edge <= tolerance);
    return column < 0 ? edges.length : column + 1;
  };
  /** The last cell in each column, which cells below may continue. */
  const above = new Map<number, { rows: number }>();
  const toRow = ({ definitions, cells, isHead }: RtfRow): TableRow => {
    const written: (Cell & { columns: number; rows: number })[] = [];
    let column = 0;
    cells.forEach((blocks, index) => {
      const definition = definitions[index];
      const end = Math.max(column + 1, definition ? columnAfter(definition.right) : column + 1);
      const upper = definition?.isBelow ? above.get(column) : undefined;
      const before = definition?.isAfter ? written.at(-1) : undefined;
      if (before) before.columns += end - column;
      else if (upper) upper.rows += 1;
      else {
        const cell = { blocks, columns: end - column, rows: 1 };
        written.push(cell);
        above.set(column, cell);
      }
      column = end;
    });
    return { cells: written, isHead };
  };
  return { kind: 'table', rows: rows.map(toRow) };
}

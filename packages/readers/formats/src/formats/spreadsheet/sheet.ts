/** A cell that shows something. */
export interface SheetCell {
  /** From 0. */
  readonly column: number;
  /** Markdown of one line; bars are not escaped yet. */
  readonly text: string;
}

/** The cells of a row that show something, from left to right. */
export type SheetRow = readonly SheetCell[];

/** A workbook is read as the beginnings of its sheets and their rows, in order. Empty rows are left out. */
export type SheetPart =
  | { readonly kind: 'sheet'; readonly name: string }
  | {
      readonly kind: 'row';
      /** Its number in the sheet, from 1, as programs show it. */
      readonly number: number;
      readonly cells: SheetRow;
    }
  /** Markdown of an object beside the cells. */
  | { readonly kind: 'text'; readonly markdown: string };

export type SheetParts = AsyncIterable<readonly SheetPart[]>;

/** Cells from left to right, one for each column, whatever order a careless program wrote them in. */
export function inOrder(cells: SheetCell[]): SheetRow {
  if (cells.every(({ column }, index) => index === 0 || (cells[index - 1]?.column ?? 0) < column))
    return cells;
  const byColumn = new Map(cells.map((cell) => [cell.column, cell]));
  return [...byColumn.values()].sort((one, other) => one.column - other.column);
}

interface Cell {
  readonly text: string;
  readonly isHeader: boolean;
  readonly columns: number;
  readonly rows: number;
}

export interface Row {
  readonly cells: Cell[];
  /** Whether it stands in the head of the table. */
  readonly isHead: boolean;
}

/** Maximum of cells that spans may add to a table; tables with more real cells may add more. */
const addedCells = 10_000;
const addedPerCell = 1;
/** A longer text is not repeated in the rows that its cell spans. */
const maxRepeatedLength = 200;

/**
 * A table in GFM (Markdown with tables), or undefined where it has not two columns. The rows of its head become one header, column
 * by column. A cell that spans rows is repeated in each, so that every row is complete by itself; one that spans
 * columns is followed by empty cells, except in the header, where each of its columns gets its text.
 */
export function tableToMarkdown(rows: readonly Row[]): string | undefined {
  const headLength = Math.max(1, headRows(rows));
  const grid = expandSpans(rows, headLength);
  const width = grid.reduce((widest, row) => Math.max(widest, row.length), 0);
  if (width < 2) return undefined;
  const header = mergeHeads(grid.slice(0, headLength), width);
  const lines = grid.slice(headLength).filter((row) => row.length > 0);
  return [lineOf(header), `|${' --- |'.repeat(width)}`, ...lines.map(lineOf)].join('\n');
}

function headRows(rows: readonly Row[]): number {
  const body = rows.findIndex(({ isHead, cells }) => !isHead && !cells.every(({ isHeader }) => isHeader));
  return body;
}

function expandSpans(rows: readonly Row[], headLength: number): string[][] {
  let budget = addedCells + addedPerCell * rows.reduce((cells, row) => cells + row.cells.length, 0);
  const spanning: ({ rows: number; text: string } | undefined)[] = [];

  return rows.map(({ cells }, rowIndex) => {
    const line: string[] = [];
    const continueSpans = () => {
      for (
        let span = spanning[line.length];
        span && span.rows > 0 && budget > 0;
        span = spanning[line.length]
      ) {
        span.rows--;
        budget--;
        line.push(span.text);
      }
    };
    for (const cell of cells) {
      continueSpans();
      const columns = Math.max(1, Math.min(cell.columns, budget));
      for (let column = 0; column < columns; column++) {
        const text = column === 0 || rowIndex < headLength ? cell.text : '';
        const repeated = text.length <= maxRepeatedLength ? text : '';
        spanning[line.length] = cell.rows > 1 ? { rows: cell.rows - 1, text: repeated } : undefined;
        line.push(column === 0 ? text : repeated);
      }
      budget -= columns - 1;
    }
    continueSpans();
    return withoutEmptyEnd(line);
  });
}

function withoutEmptyEnd(line: string[]): string[] {
  const last = line.findLastIndex((text) => text !== '');
  return line.slice(0, last + 1);
}

function mergeHeads(heads: readonly string[][], width: number): string[] {
  return Array.from({ length: width }, (_, column) => {
    const texts = heads.map((head) => head[column] ?? '').filter((text) => text !== '');
    return [...new Set(texts)].join(' ');
  });
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

import { countTokens } from '../tokenizer/count-tokens.ts';
import { Cut } from '../units/unit.ts';
import type { UnitWriter } from '../units/unit-writer.ts';
import type { Block } from './block.ts';
import type { Line } from './line-reader.ts';
import { isBlank, isTableBorder } from './line-syntax.ts';

const row = /^\s*[|│║┃]/u;

/** The share of a chunk that the repeated header takes at most. */
const headerShare = 1 / 2;

/** Rows between drawn borders. Where it must be cut, each part begins with the header, which is all above the second border. */
export function openDrawnTable(first: Line, cut: number, writer: UnitWriter): Block {
  let header = '';
  let borders = 1;
  let isEnded = false;
  writer.openGroup();
  writer.add({ ...first, cut });

  const addRow = (line: Line) => {
    const isBorder = isTableBorder(line.text);
    if (isBorder) borders += 1;
    else if (borders === 1) header += `${line.text.trim()}\n`;
    const isHead = borders === 1 || (borders === 2 && isBorder);
    const isShort = countTokens(header) <= writer.chunkSize * headerShare;
    writer.add({
      ...line,
      cut: isHead ? Cut.GLUED : isBorder || !line.opens ? Cut.FRAGMENT : Cut.LINE,
      opening: isHead || !isShort ? '' : header,
    });
  };

  return {
    take(line) {
      if (isBlank(line.text)) {
        writer.addBlank(line.text);
        isEnded = true;
        return true;
      }
      if (isEnded) return false;
      if (line.opens && !row.test(line.text) && !isTableBorder(line.text)) return false;
      addRow(line);
      return true;
    },
    end: () => writer.closeGroup(),
  };
}

/** A cell with the bar before it, where it has one, and the spaces around it. */
interface Cell {
  readonly text: string;
  /** UTF-16 offset in its line. */
  readonly start: number;
}

/** A part of a row that is read by itself: under the names of its own columns, and beside the first cell of the row. */
interface RowPart {
  readonly start: number;
  readonly text: string;
  readonly cut: number;
  readonly opening: string;
  readonly standsAlone: boolean;
}

/** Share of a chunk for a part of a row and the header above it: the rest is for headings. */
const partShare = 0.8;
/** Maximum share of a chunk for the repeated first cell with its name: it identifies the row. */
const keyShare = 1 / 4;
/** Tokens of a UTF-16 unit at most: no token is shorter than a byte. */
const maxTokensPerUnit = 3;

/** Bars that are not escaped; the one at the end of a line begins no cell. */
function cellsOf(line: string): Cell[] {
  const visible = line.trimEnd().length;
  const bars = [...line.slice(0, visible).matchAll(/\\.|\|/g)]
    .filter(([found]) => found === '|')
    .map(({ index }) => index)
    .filter((index) => index < visible - 1);
  const begin = line.length - line.trimStart().length;
  const starts = bars[0] === begin ? bars : [begin, ...bars];
  return starts.map((start, index) => ({ start, text: line.slice(start, starts[index + 1] ?? visible) }));
}

const contentOf = (cell: Cell | undefined): string =>
  (cell?.text ?? '')
    .replace(/^\s*\|/, '')
    .replace(/(?<!\\)\|\s*$/, '')
    .trim();

interface Column {
  readonly name: string;
  readonly tokens: number;
}

/** Cuts rows that do not fit in a chunk together with the table's header between their cells. */
export interface ColumnCutter {
  /** Whether a row is to be cut: it does not fit under the whole header. */
  isTooLong(row: string): boolean;
  cutRow(row: Line, cut: number): RowPart[];
}

/** The lines of a header for some columns, and the beginning of the row below where its first cell is repeated. */
function openingOf(names: readonly string[], key: string | undefined): string {
  const header = `| ${names.join(' | ')} |\n|${'---|'.repeat(names.length)}\n`;
  return key === undefined ? header : `${header}| ${key} `;
}

/** The cells of a part, from one to before another. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** Splits cells into parts that fit under their names within `limit` tokens; at least one cell per part. */
function spansOf(
  cells: readonly Cell[],
  columns: readonly Column[],
  keyTokens: number,
  limit: number,
): Span[] {
  const spans: Span[] = [];
  let from = 0;
  let tokens = 0;
  for (const [index, cell] of cells.entries()) {
    const own = countTokens(cell.text) + (columns[index]?.tokens ?? 0);
    if (index > from && tokens + own > limit) {
      spans.push({ from, to: index });
      from = index;
      tokens = keyTokens;
    }
    tokens += own;
  }
  return [...spans, { from, to: cells.length }];
}

/** Opens a cutter for a table of a chunk size in tokens. */
export function openColumnCutter(header: string, chunkSize: number): ColumnCutter {
  // A name, its bar and its part of the line below.
  const columns = cellsOf(header).map((cell): Column => {
    const name = contentOf(cell);
    return { name, tokens: countTokens(` ${name} |---|`) };
  });
  const headerTokens = columns.reduce((sum, { tokens }) => sum + tokens, 0);
  const limit = Math.floor(chunkSize * partShare);
  return {
    isTooLong: (row) => {
      if (headerTokens + row.length * maxTokensPerUnit <= limit) return false;
      return columns.length > 1 && headerTokens + countTokens(row) > limit;
    },
    cutRow(row, cut) {
      const cells = cellsOf(row.text);
      const key = contentOf(cells[0]);
      const keyTokens = (columns[0]?.tokens ?? 0) + countTokens(`| ${key} `);
      const repeatsKey = key !== '' && keyTokens <= chunkSize * keyShare;
      const spans = spansOf(cells, columns, repeatsKey ? keyTokens : 0, limit);
      return spans.map(({ from, to }, index) => {
        const isFirst = index === 0;
        const start = isFirst ? 0 : (cells[from]?.start ?? 0);
        const text = row.text.slice(start, index === spans.length - 1 ? undefined : cells[to]?.start);
        const names = columns.slice(from, to).map(({ name }) => name);
        const named = !isFirst && repeatsKey ? [columns[0]?.name ?? '', ...names] : names;
        const opening = names.length > 0 ? openingOf(named, isFirst || !repeatsKey ? undefined : key) : '';
        const standsAlone = countTokens(opening + text) <= chunkSize;
        // A cell that is too long by itself is cut into words, and needs the room.
        return {
          start: row.start + start,
          text,
          cut: isFirst ? cut : Cut.LINE,
          opening: standsAlone ? opening : '',
          standsAlone,
        };
      });
    },
  };
}

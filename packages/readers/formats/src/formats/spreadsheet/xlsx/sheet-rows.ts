import { createXmlReader, type XmlAttributes } from '../../../xml/xml-reader.ts';
import { placeOf } from '../cell-reference.ts';
import { cellText } from '../cell-text.ts';
import { createMergeFiller } from '../merges.ts';
import { inOrder, type SheetCell, type SheetPart } from '../sheet.ts';
import { columnsOfSheet, type SheetSurroundings } from './sheet-surroundings.ts';
import { unescapeText } from './unescape-text.ts';

export interface SheetContext {
  readonly strings: readonly string[];
  /** Shows a number as its style says. */
  readonly showNumber: (value: string, style: number) => string;
}

const hyperlinkFormula = /^\s*HYPERLINK\(\s*"((?:[^"]|"")+)"/i;

/** The end of a date that has no time. */
const midnight = /T00:00:00(?:\.0+)?Z?$/;

/** Reads the cells of a sheet; `take` returns the rows that have ended since the last call. */
export function createSheetReader(context: SheetContext, { merges, links }: SheetSurroundings) {
  const filler = createMergeFiller(merges);
  const cell = createCell(context);
  let rows: SheetPart[] = [];
  let cells: SheetCell[] = [];
  let [row, column] = [-1, -1];
  let withoutResult = 0;

  const closeCell = () => {
    if (column >= columnsOfSheet) return;
    if (cell.lacksResult()) withoutResult++;
    const text = cell.show(links.get(row * columnsOfSheet + column));
    if (text) cells.push({ column, text });
  };
  const closeRow = () => {
    const filled = filler.fill(row, inOrder(cells));
    if (filled.length > 0) rows.push({ kind: 'row', number: row + 1, cells: filled });
    cells = [];
  };
  const reader = createXmlReader({
    open(name, attributes) {
      if (name === 'c') {
        column = placeOf(attributes['r'] ?? '')?.column ?? column + 1;
        cell.begin(attributes);
      } else if (name === 'row') {
        row = Number(attributes['r'] ?? row + 2) - 1;
        column = -1;
      } else cell.open(name);
    },
    close(name) {
      if (name === 'c') closeCell();
      else if (name === 'row') closeRow();
      else cell.close(name);
    },
    text: cell.text,
  });
  return {
    write: reader.write,
    end: reader.end,
    /** Cells with a formula whose result the file lacks. */
    withoutResult: () => withoutResult,
    take(): SheetPart[] {
      const taken = rows;
      rows = [];
      return taken;
    },
  };
}

/** The cell that is being read: a value with a type and a style, and the formula that it comes from. */
function createCell({ strings, showNumber }: SheetContext) {
  let style = 0;
  let type = '';
  let value = '';
  let formula = '';
  let collecting: 'value' | 'formula' | undefined;
  let isPhonetic = false;
  let hasFormula = false;

  const shown = () => {
    if (type === 's') return strings[Number(value)] ?? '';
    if (type === 'b') return value.trim() === '1' ? 'TRUE' : 'FALSE';
    if (type === 'd') return value.trim().replace(midnight, '');
    return type === 'n' ? showNumber(value.trim(), style) : unescapeText(value);
  };
  return {
    begin(attributes: XmlAttributes) {
      style = Number(attributes['s'] ?? 0);
      type = attributes['t'] ?? 'n';
      value = formula = '';
      hasFormula = false;
    },
    open(name: string) {
      if (name === 'rPh') isPhonetic = true;
      else if (name === 'v' || name === 't') collecting = isPhonetic ? undefined : 'value';
      else if (name === 'f') {
        collecting = 'formula';
        hasFormula = true;
      }
    },
    close(name: string) {
      if (name === 'rPh') isPhonetic = false;
      else collecting = undefined;
    },
    text(text: string) {
      if (collecting === 'value') value += text;
      else if (collecting === 'formula') formula += text;
    },
    /** Whether it has a formula whose result the program did not store; one without text is stored as a text. */
    lacksResult: () => hasFormula && value.trim() === '' && type === 'n',
    /** Markdown of what the cell shows; empty where it shows nothing. */
    show(address: string | undefined): string {
      if (!value) return '';
      return cellText(shown(), address ?? hyperlinkFormula.exec(formula)?.[1]);
    },
  };
}

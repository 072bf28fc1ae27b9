import { createXmlReader, type XmlAttributes } from '../../../xml/xml-reader.ts';
import { placeOf } from '../cell-reference.ts';
import { cellText } from '../cell-text.ts';
import { createMergeFiller } from '../merges.ts';
import { inOrder, type SheetCell, type SheetRow } from '../sheet.ts';
import type { ShowNumber } from './number-formats.ts';
import { COLUMNS_OF_SHEET, type SheetTail } from './sheet-tail.ts';

export interface SheetContext {
  readonly strings: readonly string[];
  readonly showNumber: ShowNumber;
}

const hyperlinkFormula = /^\s*HYPERLINK\(\s*"((?:[^"]|"")+)"/i;

/** Reads the cells of a sheet; `take` gives the rows that have ended since the last call. */
export function createSheetReader({ strings, showNumber }: SheetContext, { merges, links }: SheetTail) {
  const filler = createMergeFiller(merges);
  let rows: SheetRow[] = [];
  let cells: SheetCell[] = [];
  let [row, column, style] = [-1, -1, 0];
  let type = '';
  let value = '';
  let formula = '';
  let collecting: 'value' | 'formula' | undefined;
  let isPhonetic = false;

  const openCell = (attributes: XmlAttributes) => {
    column = placeOf(attributes.get('r') ?? '')?.column ?? column + 1;
    style = Number(attributes.get('s') ?? 0);
    type = attributes.get('t') ?? 'n';
    value = formula = '';
  };
  const show = () => {
    if (type === 's') return strings[Number(value)] ?? '';
    if (type === 'b') return value.trim() === '1' ? 'TRUE' : 'FALSE';
    return type === 'n' ? showNumber(value.trim(), style) : value;
  };
  const closeCell = () => {
    if (!value || column >= COLUMNS_OF_SHEET) return;
    const address = links.get(row * COLUMNS_OF_SHEET + column) ?? hyperlinkFormula.exec(formula)?.[1];
    const text = cellText(show(), address);
    if (text) cells.push({ column, text });
  };
  const closeRow = () => {
    const filled = filler.fill(row, inOrder(cells));
    if (filled.length > 0) rows.push(filled);
    cells = [];
  };
  const reader = createXmlReader({
    open(name, attributes) {
      if (name === 'c') openCell(attributes);
      else if (name === 'row') {
        row = Number(attributes.get('r') ?? row + 2) - 1;
        column = -1;
      } else if (name === 'rPh') isPhonetic = true;
      else if (name === 'v' || name === 't') collecting = isPhonetic ? undefined : 'value';
      else if (name === 'f') collecting = 'formula';
    },
    close(name) {
      if (name === 'c') closeCell();
      else if (name === 'row') closeRow();
      else if (name === 'rPh') isPhonetic = false;
      else if (name === 'v' || name === 't' || name === 'f') collecting = undefined;
    },
    text(text) {
      if (collecting === 'value') value += text;
      else if (collecting === 'formula') formula += text;
    },
  });
  return {
    write: reader.write,
    end: reader.end,
    take(): SheetRow[] {
      const taken = rows;
      rows = [];
      return taken;
    },
  };
}

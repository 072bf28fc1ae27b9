import { decodeText } from '@docfleet/text/decoding';
import type { Source } from '../../format.ts';
import { createXmlReader, type XmlAttributes, type XmlListener } from '../../xml/read-xml.ts';
import { createShowNumber, type ShowNumber } from './number-formats.ts';
import {
  type CellRange,
  cellText,
  createMergeFiller,
  inOrder,
  type SheetCell,
  type SheetPart,
  type SheetParts,
} from './sheet.ts';

/** Formats that have names, as the XML Spreadsheet Reference lists them. */
const namedFormats: Readonly<Record<string, string>> = {
  Fixed: '0.00',
  Standard: '#,##0.00',
  Percent: '0.00%',
  Scientific: '0.00E+00',
  'General Number': 'General',
};
const maxColumns = 16_384;
const midnight = /T00:00:00(?:\.0+)?Z?$/;

const attributeOf = (attributes: XmlAttributes, name: string) => attributes[`ss:${name}`] ?? attributes[name];
const countOf = (attributes: XmlAttributes, name: string) => Number(attributeOf(attributes, name) ?? 0) || 0;

/** Reads a workbook of Excel 2003 in XML row by row. */
export async function* readXmlWorkbook({ bytes, declaredCharset }: Source): SheetParts {
  const parts: SheetPart[] = [];
  const reader = createXmlReader(createListener(parts, await createShowNumber(false)));
  for await (const piece of decodeText(bytes, (head) => [declaredCharset, encodingOf(head)])) {
    reader.write(piece);
    yield parts.splice(0);
  }
  reader.end();
  yield parts.splice(0);
}

const encodingOf = (head: string) => /<\?xml\s[^>]{0,300}?encoding\s*=\s*["']\s*([\w.:-]+)/i.exec(head)?.[1];

function createListener(parts: SheetPart[], showNumber: ShowNumber): XmlListener {
  const formats = createFormats();
  const cell = createCell((value, style) => showNumber(value, formats.codeOf(style)));
  let filler = createMergeFiller();
  /** Ranges that begin in the row; they are known with their first cell. */
  let merges: CellRange[] = [];
  let [row, column, lastColumn] = [0, 0, 0];
  let cells: SheetCell[] = [];

  const openCell = (attributes: XmlAttributes) => {
    column = (countOf(attributes, 'Index') || column + 1) - 1;
    const last = {
      row: row + countOf(attributes, 'MergeDown'),
      column: column + countOf(attributes, 'MergeAcross'),
    };
    if (last.row > row) merges.push({ first: { row, column }, last });
    lastColumn = last.column;
    cell.begin(attributes);
  };
  const closeCell = () => {
    const text = column < maxColumns ? cell.show() : '';
    if (text) cells.push({ column, text });
    column = lastColumn + 1;
  };
  const closeRow = () => {
    const filled = filler.fill(row, inOrder(cells), merges);
    if (filled.length > 0) parts.push({ kind: 'row', number: row + 1, cells: filled });
    row++;
    [cells, merges] = [[], []];
  };
  return {
    open(name, attributes) {
      formats.open(name, attributes);
      if (name === 'ss:Worksheet') {
        parts.push({ kind: 'sheet', name: attributeOf(attributes, 'Name') ?? '' });
        [row, filler] = [0, createMergeFiller()];
      } else if (name === 'ss:Row') [row, column] = [(countOf(attributes, 'Index') || row + 1) - 1, 0];
      else if (name === 'ss:Cell') openCell(attributes);
      else cell.open(name, attributes);
    },
    close(name) {
      if (name === 'ss:Cell') closeCell();
      else if (name === 'ss:Row') closeRow();
      else cell.close(name);
    },
    text: cell.text,
  };
}

/** The codes of number formats by the ids of styles. */
function createFormats() {
  const codes = new Map<string, string>();
  let style = '';
  return {
    open(name: string, attributes: XmlAttributes) {
      if (name === 'ss:Style') style = attributeOf(attributes, 'ID') ?? '';
      if (name === 'ss:NumberFormat') codes.set(style, attributeOf(attributes, 'Format') ?? '');
    },
    codeOf(id: string): string {
      const code = codes.get(id) ?? '';
      return namedFormats[code] ?? code;
    },
  };
}

function createCell(show: (value: string, style: string) => string) {
  let [style, type, value] = ['', '', ''];
  let address: string | undefined;
  let isValue = false;

  const shown = () => {
    if (type === 'Number') return show(value.trim(), style);
    if (type === 'Boolean') return value.trim() === '1' ? 'TRUE' : 'FALSE';
    return type === 'DateTime' ? value.trim().replace(midnight, '').replace('T', ' ') : value;
  };
  return {
    begin(attributes: XmlAttributes) {
      style = attributeOf(attributes, 'StyleID') ?? '';
      address = attributeOf(attributes, 'HRef');
      type = value = '';
    },
    open(name: string, attributes: XmlAttributes) {
      if (name !== 'ss:Data') return;
      type = attributeOf(attributes, 'Type') ?? 'String';
      isValue = true;
    },
    close(name: string) {
      if (name === 'ss:Data') isValue = false;
    },
    text(text: string) {
      if (isValue) value += text;
    },
    show: () => (value ? cellText(shown(), address) : ''),
  };
}

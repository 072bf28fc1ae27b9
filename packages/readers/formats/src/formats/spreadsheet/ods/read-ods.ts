import { AppError } from '@docfleet/errors';
import type { Block } from '../../../document-tree/tree.ts';
import { blocksToMarkdown } from '../../../document-tree/write-blocks.ts';
import type { Source } from '../../../format.ts';
import { readObjects } from '../../../open-document/objects.ts';
import { convertEmbeddedObjects, refuseEncrypted } from '../../../open-document/read-open-document.ts';
import { createXmlReader, decodeXml, type XmlAttributes, type XmlListener } from '../../../xml/read-xml.ts';
import { openZip, type ZipArchive } from '../../../zip/zip-archive.ts';
import { cellText, type SheetCell, type SheetPart, type SheetParts } from '../sheet.ts';

/** A part of a workbook, or the address of an object that is drawn on a sheet. */
type OdsPart = SheetPart | { readonly kind: 'object'; readonly href: string };

const isDrawn = (name: string) => name === 'table:shapes' || name.startsWith('draw:');

/** Collects the drawings of a sheet and its cells: texts, and the addresses of objects. */
function createDrawings() {
  let depth = 0;
  let lines: string[] = [];
  let objects: string[] = [];

  const listener: XmlListener = {
    open(name, attributes) {
      if (isDrawn(name)) depth++;
      if (name === 'text:p') lines.push('');
      else if (name === 'draw:object') objects.push(attributes['xlink:href'] ?? '');
    },
    close(name) {
      if (isDrawn(name)) depth--;
    },
    text(piece) {
      lines.push(`${lines.pop() ?? ''}${piece}`);
    },
  };
  return {
    listener,
    /** Whether an element that opens or has opened is drawn, so that the listener takes it. */
    takes: (name = '') => depth > 0 || isDrawn(name),
    /** Returns the drawings since the last call, texts first. */
    take(): OdsPart[] {
      const blocks = lines
        .filter((line) => line.trim())
        .map((line): Block => ({ kind: 'paragraph', content: [{ text: line.trim() }] }));
      const texts: OdsPart[] =
        blocks.length > 0 ? [{ kind: 'text', markdown: `\n${blocksToMarkdown(blocks)}` }] : [];
      const parts = [...texts, ...objects.map((href): OdsPart => ({ kind: 'object', href }))];
      [lines, objects] = [[], []];
      return parts;
    },
  };
}

/** Cells that repetitions may add to a file: a few bytes could stand for a thousand million of them. */
const addedCells = 500_000;

interface OpenCell {
  readonly columns: number;
  readonly rowsSpanned: number;
  readonly columnsSpanned: number;
}

interface Span {
  readonly text: string;
  rows: number;
}

const countOf = (attributes: XmlAttributes, name: string) => {
  const count = Number(attributes[`table:${name}`] ?? 1);
  return count >= 1 ? Math.floor(count) : 1;
};

/** The tables of a spreadsheet, as their rows and cells come. */
function createOdsTables() {
  const spans = new Map<number, Span>();
  const parts: OdsPart[] = [];
  let budget = addedCells;
  let rowsRepeated = 1;
  /** Of the last row. */
  let number = 0;
  let cells: SheetCell[] = [];
  let column = 0;
  let cell: OpenCell = { columns: 1, rowsSpanned: 1, columnsSpanned: 1 };

  return {
    beginTable(name: string) {
      spans.clear();
      number = 0;
      parts.push({ kind: 'sheet', name });
    },
    beginRow(attributes: XmlAttributes) {
      rowsRepeated = countOf(attributes, 'number-rows-repeated');
      cells = [];
      column = 0;
    },
    beginCell(attributes: XmlAttributes) {
      cell = {
        columns: countOf(attributes, 'number-columns-repeated'),
        rowsSpanned: countOf(attributes, 'number-rows-spanned'),
        columnsSpanned: countOf(attributes, 'number-columns-spanned'),
      };
    },
    endCell(shown: string, address: string | undefined, isCovered: boolean) {
      const text = isCovered ? continueSpan(spans.get(column)) : cellText(shown, address);
      if (cell.rowsSpanned > 1) spans.set(column, { text, rows: cell.rowsSpanned - 1 });
      const copies = text ? Math.min(cell.columns, Math.max(1, budget)) : 0;
      for (let copy = 0; copy < copies; copy++) cells.push({ column: column + copy, text });
      budget -= Math.max(0, copies - 1);
      column += cell.columns;
    },
    endRow() {
      const before = number;
      number += rowsRepeated;
      if (cells.length === 0) return;
      const copies = Math.min(rowsRepeated, Math.max(1, Math.floor(budget / cells.length)));
      for (let copy = 1; copy <= copies; copy++) parts.push({ kind: 'row', number: before + copy, cells });
      budget -= (copies - 1) * cells.length;
    },
    add: (added: readonly OdsPart[]) => void parts.push(...added),
    take: () => parts.splice(0),
  };
}

function continueSpan(span: Span | undefined): string {
  if (!span || span.rows === 0) return '';
  span.rows--;
  return span.text;
}

/** Comments and what else stands in cells without being their text. */
const leftOut = new Set(['office:annotation', 'office:forms', 'table:tracked-changes']);

/** Reads an OpenDocument spreadsheet row by row. Cells carry their displayed text; drawings of a sheet follow them. */
export async function* readOds(source: Source): SheetParts {
  const archive = await openZip(source.path);
  await refuseEncrypted(archive);
  yield* readTables(source, archive);
  for await (const markdown of convertEmbeddedObjects(source)) yield [{ kind: 'text', markdown }];
}

/** Reads the tables of a spreadsheet that has been opened. */
export async function* readTables(source: Source, archive: ZipArchive): SheetParts {
  const content = archive.open('content.xml');
  if (!content) throw new AppError('DOCUMENT_UNREADABLE', 'The file has no content part: save it again');
  const tables = createOdsTables();
  const reader = createXmlReader(createListener(tables));
  const take = async () => Array.fromAsync(tables.take(), (part) => shownPart(part, { archive, source }));
  for await (const piece of decodeXml(content)) {
    reader.write(piece);
    yield await take();
  }
  reader.end();
  yield await take();
}

/** An object on a sheet is a chart or a text of its own. */
async function shownPart(part: OdsPart, place: Parameters<typeof readObjects>[1]): Promise<SheetPart> {
  if (part.kind !== 'object') return part;
  const object = (await readObjects([part.href], place)).get(part.href);
  if (!object) return { kind: 'text', markdown: '' };
  const blocks: readonly Block[] =
    'blocks' in object ? object.blocks : [{ kind: 'paragraph', content: [object.formula] }];
  return { kind: 'text', markdown: `\n${blocksToMarkdown(blocks)}` };
}

function createListener(tables: ReturnType<typeof createOdsTables>): XmlListener {
  const drawings = createDrawings();
  const cell = createCellListener(tables);
  let left = 0;

  return {
    open(name, attributes) {
      if (leftOut.has(name)) left++;
      if (left > 0) return;
      if (drawings.takes(name)) drawings.listener.open(name, attributes);
      else if (name === 'table:table') tables.beginTable(attributes['table:name'] ?? '');
      else if (name === 'table:table-row') tables.beginRow(attributes);
      else cell.open(name, attributes);
    },
    close(name) {
      if (leftOut.has(name)) left--;
      else if (left > 0) return;
      else if (drawings.takes()) drawings.listener.close(name);
      else if (name === 'table:table') tables.add(drawings.take());
      else if (name === 'table:table-row') tables.endRow();
      else cell.close(name);
    },
    text(piece) {
      if (left > 0) return;
      if (drawings.takes()) drawings.listener.text(piece);
      else cell.text(piece);
    },
  };
}

const values = ['date', 'time', 'boolean', 'string'].map((type) => `office:${type}-value`);

const valueIn = (attributes: Readonly<Record<string, string>>) =>
  values.map((name) => attributes[name]).find(Boolean) ?? attributes['office:value'] ?? '';

function createCellListener(tables: ReturnType<typeof createOdsTables>): XmlListener {
  let text = '';
  /** Raw value of the cell, used if it has no displayed text. */
  let value = '';
  let address: string | undefined;
  let paragraphs = 0;

  return {
    open(name, attributes) {
      if (name === 'table:table-cell' || name === 'table:covered-table-cell') {
        tables.beginCell(attributes);
        text = '';
        value = valueIn(attributes);
        address = undefined;
      } else if (name === 'text:p') {
        if (text) text += '\n';
        paragraphs++;
      } else if (name === 'text:s') text += ' '.repeat(Math.min(100, Number(attributes['text:c'] ?? 1) || 1));
      else if (name === 'text:tab') text += ' ';
      else if (name === 'text:line-break') text += '\n';
      else if (name === 'text:a') address ??= attributes['xlink:href'];
    },
    close(name) {
      if (name === 'text:p') paragraphs--;
      else if (name === 'table:table-cell') tables.endCell(text || value, address, false);
      else if (name === 'table:covered-table-cell') tables.endCell(text, address, true);
    },
    text(piece) {
      if (paragraphs > 0) text += piece;
    },
  };
}

import { AppError } from '@docfleet/errors';
import type { Source } from '../../../format.ts';
import { convertEmbeddedParts, embeddedPartsOf } from '../../../open-xml/embedded-parts.ts';
import { partOf, type Relationships, readRelationships } from '../../../open-xml/relationships.ts';
import {
  childOf,
  childrenOf,
  createXmlReader,
  decodeXml,
  readPart,
  type XmlAttributes,
  type XmlElement,
} from '../../../xml/read-xml.ts';
import { openZip, type ZipArchive } from '../../../zip/zip-archive.ts';
import { codesOfIds, createShowNumber } from '../number-formats.ts';
import {
  cellAt,
  cellText,
  createMergeFiller,
  inOrder,
  type SheetCell,
  type SheetPart,
  type SheetParts,
} from '../sheet.ts';
import {
  columnsOfSheet,
  readSheetDrawing,
  readSheetSurroundings,
  type SheetSurroundings,
  unescapeText,
} from './sheet-surroundings.ts';

interface SheetContext {
  readonly strings: readonly string[];
  /** Shows a number as its style says. */
  readonly showNumber: (value: string, style: number) => string;
}

const hyperlinkFormula = /^\s*HYPERLINK\(\s*"((?:[^"]|"")+)"/i;

/** The end of a date that has no time. */
const midnight = /T00:00:00(?:\.0+)?Z?$/;

/** Reads the cells of a sheet; `take` returns the rows that have ended since the last call. */
function createSheetReader(context: SheetContext, { merges, links }: SheetSurroundings) {
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
        column = cellAt(attributes['r'] ?? '')?.column ?? column + 1;
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

interface WorkbookSheet {
  readonly name: string;
  readonly path: string;
  /** Whether it has cells, and is not a chart alone. */
  readonly hasCells: boolean;
}

interface Workbook {
  /** In the order of their tabs, hidden ones too. */
  readonly sheets: readonly WorkbookSheet[];
  readonly stringsPath: string | undefined;
  readonly stylesPath: string | undefined;
  /** Whether days are counted from 1904 rather than 1900. */
  readonly date1904: boolean;
}

async function readWorkbook(archive: ZipArchive): Promise<Workbook> {
  const path = partOf(await readRelationships(archive, ''), 'officeDocument') ?? 'xl/workbook.xml';
  const workbook = await readPart(archive, path);
  if (!workbook)
    throw new AppError('DOCUMENT_UNREADABLE', 'The XLSX file has no workbook part: save it again');
  const relationships = await readRelationships(archive, path);
  const sheets = childrenOf(childOf(workbook, 'sheets'), 'sheet').flatMap(({ attributes }) => {
    const relationship = relationships.get(attributes['r:id'] ?? '');
    // Dialogues and macros have tabs too.
    if (relationship?.kind !== 'worksheet' && relationship?.kind !== 'chartsheet') return [];
    const hasCells = relationship.kind === 'worksheet';
    return [{ name: attributes['name'] ?? '', path: relationship.target, hasCells }];
  });
  const properties = childOf(workbook, 'workbookPr')?.attributes;
  return {
    sheets,
    stringsPath: partOf(relationships, 'sharedStrings'),
    stylesPath: partOf(relationships, 'styles'),
    date1904: /^(1|true)$/.test(properties?.['date1904'] ?? ''),
  };
}

/** The texts that the cells of a workbook refer to by their number. */
async function readSharedStrings(bytes: AsyncIterable<Uint8Array>): Promise<readonly string[]> {
  const strings: string[] = [];
  let current = '';
  let isText = false;
  let phonetics = 0;
  const reader = createXmlReader({
    open(name) {
      if (name === 'si') current = '';
      else if (name === 'rPh') phonetics++;
      else if (name === 't') isText = phonetics === 0;
    },
    close(name) {
      if (name === 'si') strings.push(unescapeText(current));
      else if (name === 'rPh') phonetics--;
      else if (name === 't') isText = false;
    },
    text(text) {
      if (isText) current += text;
    },
  });
  for await (const piece of decodeXml(bytes)) reader.write(piece);
  reader.end();
  return strings;
}

/** The code of the number format of each style, in their order; styles that name none have that of General. */
async function readStyleFormats(styles: XmlElement | undefined): Promise<readonly string[]> {
  const codeOf = await codesOfIds();
  const codes = new Map(
    childrenOf(childOf(styles, 'numFmts'), 'numFmt').map(({ attributes }) => [
      Number(attributes['numFmtId']),
      attributes['formatCode'] ?? '',
    ]),
  );
  return childrenOf(childOf(styles, 'cellXfs'), 'xf').map(({ attributes }) => {
    const id = Number(attributes['numFmtId'] ?? 0);
    return codes.get(id) ?? codeOf(id);
  });
}

/**
 * Reads an XLSX workbook sheet by sheet and row by row; only its shared strings are held. Sheets and rows that are hidden are read
 * like others.
 */
export async function* readXlsx(source: Source): SheetParts {
  const archive = await openZip(source.path);
  const { sheets, stringsPath, stylesPath, date1904 } = await readWorkbook(archive);
  const texts = stringsPath === undefined ? undefined : archive.open(stringsPath);
  const strings = texts ? await readSharedStrings(texts) : [];
  const codes = await readStyleFormats(await readPart(archive, stylesPath));
  const showNumber = await createShowNumber(date1904);
  const show = (value: string, style: number) => showNumber(value, codes[style] ?? '');
  const embedded = new Set<string>();
  for (const sheet of sheets) {
    yield [{ kind: 'sheet', name: sheet.name }];
    const relationships = await readRelationships(archive, sheet.path);
    if (sheet.hasCells)
      yield* readCells({ source, archive, relationships, ...sheet }, { strings, showNumber: show });
    const drawing = await readSheetDrawing({ ...source, archive, relationships, name: sheet.name });
    if (drawing) yield [{ kind: 'text', markdown: `\n${drawing}` }];
    for (const part of embeddedPartsOf(relationships)) embedded.add(part);
  }
  if (embedded.size > 0) yield [{ kind: 'text', markdown: '\n' }];
  for await (const markdown of convertEmbeddedParts(source, archive, embedded))
    yield [{ kind: 'text', markdown }];
}

interface Sheet {
  readonly source: Source;
  readonly archive: ZipArchive;
  readonly relationships: Relationships;
  readonly name: string;
  readonly path: string;
}

async function* readCells(
  { source, archive, relationships, name, path }: Sheet,
  context: SheetContext,
): SheetParts {
  const [forSurroundings, forCells] = [archive.open(path), archive.open(path)];
  if (!forSurroundings || !forCells)
    throw new AppError('DOCUMENT_UNREADABLE', 'The XLSX file lacks one of its sheets: save it again');
  const surroundings = await readSheetSurroundings(forSurroundings, relationships);
  const reader = createSheetReader(context, surroundings);
  for await (const piece of decodeXml(forCells)) {
    reader.write(piece);
    yield reader.take();
  }
  reader.end();
  yield reader.take();
  const count = reader.withoutResult();
  const why = 'The file keeps no results of formulas: open it in a spreadsheet program and save it';
  if (count > 0) source.reportNotRead({ what: 'FORMULA', where: `sheet ${name}`, why, count });
}

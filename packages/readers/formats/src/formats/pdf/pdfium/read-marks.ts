import type { TaggedCell } from '../page-model.ts';
import type { Pdfium } from './load-pdfium.ts';

const maxElements = 50_000;
const maxElementDepth = 60;
const maxMarks = 20;
/** PDFium answers so for an object without a mark. */
const none = -1;

/** Columns that one cell may take; more are a mistake. */
const maxSpan = 100;

/** The level of the heading and the cell of the table that a text belongs to, by the tags of its document. */
interface Structure {
  readonly level: number | undefined;
  readonly cell: TaggedCell | undefined;
}

interface OpenTable {
  readonly number: number;
  row: number;
  column: number;
  /** Whether it has a table in one of its cells, as those have that place parts of a page. */
  isLayout: boolean;
}

const levelOf = (type: string, above: number | undefined) => {
  const level = /^H([1-6])$/.exec(type)?.[1];
  if (level) return Number(level);
  return type === 'Title' ? 1 : above;
};

const columnSpan = Buffer.from('ColSpan\0');

/** How many columns a cell takes. */
function columnsOf({ call, scratch, write, float }: Pdfium, element: number): number {
  const count = Math.min(maxMarks, call.FPDF_StructElement_GetAttributeCount(element));
  for (let index = 0; index < count; index++) {
    const attribute = call.FPDF_StructElement_GetAttributeAtIndex(element, index);
    write(scratch, columnSpan);
    const value = attribute === 0 ? 0 : call.FPDF_StructElement_Attr_GetValue(attribute, scratch);
    if (value === 0 || call.FPDF_StructElement_Attr_GetNumberValue(value, scratch) !== 1) continue;
    return Math.max(1, Math.min(maxSpan, Math.round(float(scratch))));
  }
  return 1;
}

/** Reads a page's part of the structure tree. */
class StructureReader {
  readonly #pdfium: Pdfium;
  /** By the ids of marked content. */
  readonly #found = new Map<number, Structure>();
  readonly #tables: OpenTable[] = [];
  #elements = 0;

  constructor(pdfium: Pdfium) {
    this.#pdfium = pdfium;
  }

  visit(element: number, above: Structure, open: OpenTable | undefined, depth: number): void {
    const { call, text } = this.#pdfium;
    if (element === 0 || this.#elements++ > maxElements || depth > maxElementDepth) return;
    const type = text((buffer, length) => call.FPDF_StructElement_GetType(element, buffer, length));
    const table = type === 'Table' ? this.#openTable(open) : open;
    if (type === 'TR' && table) Object.assign(table, { row: table.row + 1, column: 0 });
    const isCell = table !== undefined && (type === 'TD' || type === 'TH');
    const cell = isCell ? this.#addCell(table, element) : above.cell;
    const structure = { level: levelOf(type, above.level), cell };
    const isKnown = structure.level !== undefined || cell !== undefined;
    const children = Math.max(0, call.FPDF_StructElement_CountChildren(element));
    for (let index = 0; index < children; index++) {
      const child = call.FPDF_StructElement_GetChildAtIndex(element, index);
      if (child !== 0) this.visit(child, structure, table, depth + 1);
      // Content of other pages has none.
      else if (isKnown)
        this.#found.set(call.FPDF_StructElement_GetChildMarkedContentID(element, index), structure);
    }
  }

  #openTable(around: OpenTable | undefined): OpenTable {
    if (around) around.isLayout = true;
    const table = { number: this.#tables.length, row: -1, column: 0, isLayout: false };
    this.#tables.push(table);
    return table;
  }

  #addCell(table: OpenTable, element: number): TaggedCell {
    const { number, row, column } = table;
    const columns = columnsOf(this.#pdfium, element);
    table.column += columns;
    return { table: number, row, column, columns };
  }

  finish(): Map<number, Structure> {
    this.#found.delete(none);
    for (const [id, { level, cell }] of this.#found)
      if (cell && this.#tables[cell.table]?.isLayout) this.#found.set(id, { level, cell: undefined });
    return this.#found;
  }
}

const nothing: Structure = { level: undefined, cell: undefined };

/** The structure of marked content by its id. */
function readStructure(pdfium: Pdfium, page: number): Map<number, Structure> {
  const { call } = pdfium;
  const tree = call.FPDF_StructTree_GetForPage(page);
  if (tree === 0) return new Map();
  const reader = new StructureReader(pdfium);
  const roots = Math.max(0, call.FPDF_StructTree_CountChildren(tree));
  for (let index = 0; index < roots; index++)
    reader.visit(call.FPDF_StructTree_GetChildAtIndex(tree, index), nothing, undefined, 0);
  call.FPDF_StructTree_Close(tree);
  return reader.finish();
}

/** Marks of an object beside its place in the structure. */
interface ObjectMarks {
  readonly isArtifact: boolean;
  /** The name of the layer that it belongs to; undefined where it belongs to none. */
  readonly layer: string | undefined;
}

const unmarked: ObjectMarks = { isArtifact: false, layer: undefined };

function nameOf({ call, scratch, int, text }: Pdfium, mark: number): string {
  return text((buffer, length) => {
    call.FPDFPageObjMark_GetName(mark, buffer, length, scratch);
    return int(scratch);
  });
}

/** The name of the layer that a mark names; empty where the file has none for it. */
function layerOf({ call, scratch, int, text, write }: Pdfium, mark: number): string {
  write(scratch, Buffer.from('Name\0'));
  return text((buffer, length) => {
    const isNamed = call.FPDFPageObjMark_GetParamStringValue(mark, scratch, buffer, length, scratch + 8);
    return isNamed === 1 ? int(scratch + 8) : 0;
  });
}

/** Reads the marks of an object. */
export function readObjectMarks(pdfium: Pdfium, object: number): ObjectMarks {
  const { call } = pdfium;
  const count = Math.min(maxMarks, call.FPDFPageObj_CountMarks(object));
  if (count <= 0) return unmarked;
  let isArtifact = false;
  let layer: string | undefined;
  for (let index = 0; index < count; index++) {
    const mark = call.FPDFPageObj_GetMark(object, index);
    const name = nameOf(pdfium, mark);
    isArtifact ||= name === 'Artifact';
    if (name === 'OC') layer = layerOf(pdfium, mark);
  }
  return { isArtifact, layer };
}

/** Marks of text in a tagged file. */
export interface TextMarks {
  ofObject(object: number): ObjectMarks;
  structureOf(object: number): Structure;
}

/** Reads the marks of a page's text. Only tagged files mark headings and tables. */
export function readMarks(pdfium: Pdfium, page: number, isTagged: boolean): TextMarks {
  const found = isTagged ? readStructure(pdfium, page) : new Map<number, Structure>();
  return {
    ofObject: (object) => readObjectMarks(pdfium, object),
    structureOf: (object) =>
      (found.size > 0 ? found.get(pdfium.call.FPDFPageObj_GetMarkedContentID(object)) : undefined) ?? nothing,
  };
}

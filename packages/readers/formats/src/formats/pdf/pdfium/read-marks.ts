import type { Pdfium } from './load-pdfium.ts';

const maxElements = 50_000;
const maxElementDepth = 60;
const maxMarks = 20;
/** PDFium answers so for an object without a mark. */
const none = -1;

const levelOf = (type: string, above: number | undefined) => {
  const level = /^H([1-6])$/.exec(type)?.[1];
  if (level) return Number(level);
  return type === 'Title' ? 1 : above;
};

/** The levels of headings by the ids of their marked content, as the page's part of the structure tree has them. */
function readLevels(pdfium: Pdfium, page: number): Map<number, number> {
  const { call, text } = pdfium;
  const levels = new Map<number, number>();
  const tree = call.FPDF_StructTree_GetForPage(page);
  if (tree === 0) return levels;
  let elements = 0;
  const visit = (element: number, above: number | undefined, depth: number) => {
    if (element === 0 || elements++ > maxElements || depth > maxElementDepth) return;
    const type = text((buffer, length) => call.FPDF_StructElement_GetType(element, buffer, length));
    const level = levelOf(type, above);
    const count = Math.max(0, call.FPDF_StructElement_GetMarkedContentIdCount(element));
    for (let index = 0; index < count && level !== undefined; index++)
      levels.set(call.FPDF_StructElement_GetMarkedContentIdAtIndex(element, index), level);
    const children = Math.max(0, call.FPDF_StructElement_CountChildren(element));
    for (let index = 0; index < children; index++)
      visit(call.FPDF_StructElement_GetChildAtIndex(element, index), level, depth + 1);
  };
  const roots = Math.max(0, call.FPDF_StructTree_CountChildren(tree));
  for (let index = 0; index < roots; index++)
    visit(call.FPDF_StructTree_GetChildAtIndex(tree, index), undefined, 0);
  call.FPDF_StructTree_Close(tree);
  levels.delete(none);
  return levels;
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
  /** The level of the heading that it belongs to; undefined for other text. */
  headingLevel(object: number): number | undefined;
}

/** Reads the marks of a page's text. Only tagged files mark headings. */
export function readMarks(pdfium: Pdfium, page: number, isTagged: boolean): TextMarks {
  const levels = isTagged ? readLevels(pdfium, page) : undefined;
  return {
    ofObject: (object) => readObjectMarks(pdfium, object),
    headingLevel: (object) =>
      levels && levels.size > 0 ? levels.get(pdfium.call.FPDFPageObj_GetMarkedContentID(object)) : undefined,
  };
}

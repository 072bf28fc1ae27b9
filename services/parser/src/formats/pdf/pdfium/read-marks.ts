import type { Pdfium } from './load-pdfium.ts';
import type { TextMarks } from './read-runs.ts';

const mostElements = 50_000;
const deepestElement = 60;
const mostMarks = 20;
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
  const walk = (element: number, above: number | undefined, depth: number) => {
    if (element === 0 || elements++ > mostElements || depth > deepestElement) return;
    const type = text((buffer, length) => call.FPDF_StructElement_GetType(element, buffer, length));
    const level = levelOf(type, above);
    const count = Math.max(0, call.FPDF_StructElement_GetMarkedContentIdCount(element));
    for (let index = 0; index < count && level !== undefined; index++)
      levels.set(call.FPDF_StructElement_GetMarkedContentIdAtIndex(element, index), level);
    const children = Math.max(0, call.FPDF_StructElement_CountChildren(element));
    for (let index = 0; index < children; index++)
      walk(call.FPDF_StructElement_GetChildAtIndex(element, index), level, depth + 1);
  };
  const roots = Math.max(0, call.FPDF_StructTree_CountChildren(tree));
  for (let index = 0; index < roots; index++)
    walk(call.FPDF_StructTree_GetChildAtIndex(tree, index), undefined, 0);
  call.FPDF_StructTree_Close(tree);
  levels.delete(none);
  return levels;
}

function isArtifact({ call, scratch, int, text }: Pdfium, object: number): boolean {
  const count = Math.min(mostMarks, call.FPDFPageObj_CountMarks(object));
  for (let index = 0; index < count; index++) {
    const mark = call.FPDFPageObj_GetMark(object, index);
    const name = text((buffer, length) => {
      call.FPDFPageObjMark_GetName(mark, buffer, length, scratch);
      return int(scratch);
    });
    if (name === 'Artifact') return true;
  }
  return false;
}

/** What the marks of a page tell of its text; only a tagged file has headings among them. */
export function readMarks(pdfium: Pdfium, page: number, isTagged: boolean): TextMarks {
  const levels = isTagged ? readLevels(pdfium, page) : undefined;
  return {
    isArtifact: (object) => isArtifact(pdfium, object),
    headingLevel: (object) =>
      levels && levels.size > 0 ? levels.get(pdfium.call.FPDFPageObj_GetMarkedContentID(object)) : undefined,
  };
}

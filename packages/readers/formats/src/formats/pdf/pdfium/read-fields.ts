import { rightToLeft, toSeenOrder } from '../layout/right-to-left.ts';
import type { FontLook, TextRun } from '../page-model.ts';
import { type Box, type Matrix, transformBox } from './geometry.ts';
import type { Pdfium } from './load-pdfium.ts';
import { readEntry, unseenFlags } from './read-annotations.ts';

const noForm = 0;
const xfaForm = 2;
const freeText = 3;
const widget = 20;
const checkBox = 2;
const radioButton = 3;
/** Types of fields whose value is text: a list to choose from, open or closed, and a text field. */
const withText = new Set([4, 5, 6]);
const password = 2 ** 13;
const maxAnnotations = 5_000;

const look: FontLook = { name: '', bold: false, italic: false, monospaced: false };
/** Font size, in points, on a page without text. */
const defaultSize = 10;
/** In units of the font's size: where letters stand in a field of one line, and the distance of lines. */
const belowMiddle = 0.35;
const lineHeight = 1.2;

/** The form of a document, which its fields are looked up in; 0 where it has none. It is closed with the document's memory. */
export function openForm({ call }: Pdfium, document: number): number {
  if (call.FPDF_GetFormType(document) === noForm) return 0;
  return call.PDFiumExt_InitFormFillEnvironment(document, call.PDFiumExt_OpenFormFillInfo());
}

/** Whether the document is a form that exists in XFA alone, whose pages are made when it is opened. */
export const isXfaForm = ({ call }: Pdfium, document: number): boolean =>
  call.FPDF_GetFormType(document) === xfaForm;

interface Reading {
  readonly form: number;
  readonly matrix: Matrix;
  /** The text of the page itself. */
  readonly runs: readonly TextRun[];
}

/** Returns the text of a form field, or of a note typed onto the page; undefined for one without text or out of sight. */
function textOf(pdfium: Pdfium, annotation: number, form: number): string | undefined {
  const { call, text } = pdfium;
  const subtype = call.FPDFAnnot_GetSubtype(annotation);
  if ((subtype !== widget && subtype !== freeText) || call.FPDFAnnot_GetFlags(annotation) & unseenFlags)
    return undefined;
  if (subtype === freeText) return readEntry(pdfium, annotation, 'Contents');
  if (form === 0) return undefined;
  const type = call.FPDFAnnot_GetFormFieldType(form, annotation);
  if (type === checkBox || type === radioButton)
    return ['', 'Off'].includes(readEntry(pdfium, annotation, 'AS')) ? '☐' : '☒';
  const isShown = withText.has(type) && !(call.FPDFAnnot_GetFormFieldFlags(form, annotation) & password);
  if (!isShown) return undefined;
  return text((buffer, length) => call.FPDFAnnot_GetFormFieldValue(form, annotation, buffer, length));
}

function areaOf({ call, scratch, float }: Pdfium, annotation: number, matrix: Matrix): Box | undefined {
  if (call.FPDFAnnot_GetRect(annotation, scratch) !== 1) return undefined;
  const [left, top, right, bottom] = [
    float(scratch),
    float(scratch + 4),
    float(scratch + 8),
    float(scratch + 12),
  ];
  return transformBox(matrix, left, bottom, right, top);
}

/** Lines of a field from its top; the only one stands in its middle. */
function runsOf(text: string, { x1, y1, x2, y2 }: Box, size: number): TextRun[] {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  const isLow = lines.length === 1 && y2 - y1 < 2.5 * size;
  const first = isLow ? (y1 + y2) / 2 + belowMiddle * size : y1 + size;
  return lines.map((line, index) => ({
    // The layout takes lines as they are seen.
    text: rightToLeft.test(line) ? toSeenOrder(line) : line,
    x: x1,
    y: first + index * lineHeight * size,
    width: Math.min(x2 - x1, (line.length * size) / 2),
    size,
    font: look,
    turns: 0,
    startsWord: true,
  }));
}

function sizeOf(runs: readonly TextRun[]): number {
  const sizes = runs.map(({ size }) => size).sort((a, b) => a - b);
  return sizes[Math.floor(sizes.length / 2)] ?? defaultSize;
}

/** Returns the text that was filled in or typed onto a page, at the font size of the page; PDFium's own text leaves it out. */
export function readFields(pdfium: Pdfium, page: number, { form, matrix, runs }: Reading): TextRun[] {
  const { call } = pdfium;
  const fields: TextRun[] = [];
  const count = Math.min(maxAnnotations, call.FPDFPage_GetAnnotCount(page));
  let size: number | undefined;
  for (let index = 0; index < count; index++) {
    const annotation = call.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    const text = textOf(pdfium, annotation, form);
    const area = text ? areaOf(pdfium, annotation, matrix) : undefined;
    call.FPDFPage_CloseAnnot(annotation);
    if (!text || !area) continue;
    size ??= sizeOf(runs);
    fields.push(...runsOf(text, area, size));
  }
  return fields;
}

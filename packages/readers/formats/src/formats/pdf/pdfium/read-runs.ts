import { symbolFontOf } from '../../../document-tree/fonts.ts';
import type { FontLook, LinkArea, Rule } from '../page-model.ts';
import type { ShadeReader } from './drawn-areas.ts';
import {
  createSignReader,
  firstPrivate,
  type LigatureReader,
  type SignReader,
  symbolOfCode,
  textOfCode,
} from './font-repairs.ts';
import {
  type Box,
  createBoxReader,
  extentAlong,
  type Matrix,
  multiply,
  readMatrix,
  turnsOf,
} from './geometry.ts';
import type { LetterWidths } from './letter-widths.ts';
import type { Pdfium } from './load-pdfium.ts';
import { createSizeReader } from './pictured-sizes.ts';
import type { TextMarks } from './read-marks.ts';
import { type PageText, RunReader } from './run-reader.ts';
import type { TextObject } from './text-object.ts';
import { baselineOfColumn, middleOfColumn } from './visual-order.ts';

/** In points; smaller text is not seen, so that its stated size is none. */
const minSize = 1;
/** In points: spaces that PDFium infers from the room between letters have no width. */
const minSpace = 0.5;

/** A font as it looks, and the widths of its letters, which pages show. */
export interface Font {
  readonly look: FontLook;
  readonly widths: LetterWidths;
}

export type FontReader = (font: number) => Font;

interface Reading {
  readonly page: number;
  readonly width: number;
  readonly height: number;
  readonly matrix: Matrix;
  readonly fontOf: FontReader;
  readonly links: readonly LinkArea[];
  readonly rules: readonly Rule[];
  readonly marks: TextMarks;
  readonly ligatureOf: LigatureReader;
  readonly shadeOf: ShadeReader;
}

const isSpace = (code: number) =>
  code === 32 ||
  code === 0xa0 ||
  (code >= 9 && code <= 13) ||
  code === 0x3000 ||
  (code >= 0x2000 && code <= 0x200b);
/** TeX has ligatures at codes that are white space elsewhere. */
const isLigatureCode = (
  { call }: Pdfium,
  textPage: number,
  { index, code }: { index: number; code: number },
) => code >= 11 && code <= 13 && call.FPDFText_HasUnicodeMapError(textPage, index) === 1;

/** Codes that stand for no letter: what has no meaning in Unicode, and the private use area. */
const isMeaningless = (code: number) =>
  code === 0 ||
  code === 0xfffd ||
  code === 0xffff ||
  (code >= 0xe000 && code <= 0xf8ff) ||
  (code < 32 && code !== 2);

/** TeX's italic letters of formulas have the arrow over a vector where others have a tilde. */
const isVectorArrow = (code: number, { font }: TextObject) =>
  code === 0x7e && /^(?:CM|LM)MI/i.test(font.name);

/** PDFium writes a hyphen at the end of a line as one of these. */
const hyphenMarks = new Set([2, 0xfffe, 0xad]);

/** Reads the characters of a page. */
export function readRuns(pdfium: Pdfium, textPage: number, reading: Reading): PageText {
  const { call } = pdfium;
  const { matrix, links, rules, ligatureOf } = reading;
  const reader = new RunReader(rules);
  const count = call.FPDFText_CountChars(textPage);
  const sizeOf = createSizeReader(pdfium, textPage);
  const boxOf = createBoxReader(pdfium, textPage, matrix);
  const signs = createSignReader(pdfium, textPage, count);
  let object: TextObject | undefined;
  let linksNear: readonly LinkArea[] = links;
  for (let index = 0; index < count; index++) {
    const code = call.FPDFText_GetUnicode(textPage, index);
    if (isSpace(code) && !isLigatureCode(pdfium, textPage, { index, code })) {
      const { x1, x2 } = boxOf(index, code);
      reader.space(x2 - x1 > minSpace ? x1 : undefined);
      continue;
    }
    const id = call.FPDFText_GetTextObject(textPage, index);
    if (id === 0) continue;
    if (object?.id !== id) {
      object = readObject(pdfium, textPage, { index, code, id, reading, sizeOf, signs });
      linksNear = links.length === 0 ? links : linksBeside(links, object);
    }
    if (isVectorArrow(code, object)) continue;
    reader.glyphs++;
    const text =
      plainTextAt(object, code) ??
      (object.isUnnamed ? signs.textOf(code) : undefined) ??
      symbolAt(object, code) ??
      ligatureAt(pdfium, textPage, { index, code, font: object.font, ligatureOf }) ??
      textAt(pdfium, textPage, { index, code, object });
    if (text === undefined) {
      reader.passUnknown();
      continue;
    }
    const box = boxOf(index, code);
    if (isOutside(box, reading)) {
      reader.passOutside();
      continue;
    }
    const [start, end] = extentAlong(box, object.turns);
    measureLetter(pdfium, object, { text, start, end });
    reader.add({ text, object, start, end, link: linkAt(linksNear, (start + end) / 2) });
  }
  return reader.finish();
}

/** Adds the width of a letter to those of its font. */
function measureLetter(
  pdfium: Pdfium,
  { id, size, widths, isUnnamed, isUnknown }: TextObject,
  { text, start, end }: { readonly text: string; readonly start: number; readonly end: number },
): void {
  if (widths.isProportional) return;
  // Fonts whose codes have no meaning state the width of another letter.
  const stated = () => (isUnnamed || isUnknown ? 0 : statedWidth(pdfium, id, text));
  widths.add(text, () => stated() || (end - start) / size);
}

/** The width that the font of an object states for a letter, in units of its size; its picture may be wider. 0 where it has none. */
function statedWidth({ call, scratch, float }: Pdfium, object: number, letter: string): number {
  const font = call.FPDFTextObj_GetFont(object);
  return call.FPDFFont_GetGlyphWidth(font, letter.charCodeAt(0), 1, scratch) ? float(scratch) : 0;
}

/** Whether a character is drawn beyond the edge of the page, where it is not seen: lines that are too long for it. */
const isOutside = ({ x1, y1, x2, y2 }: Box, { width, height }: Reading) =>
  x2 < 0 || x1 > width || y2 < 0 || y1 > height;

interface CharacterPlace {
  readonly index: number;
  readonly code: number;
  readonly object: TextObject;
}

const isPrintable = (code: number) => (code > 32 && code < 127) || (code > 160 && code < 256);

/**
 * Returns the ligature that a code stands for in a font that names letters, for codes that PDFium cannot map; undefined for other codes.
 */
function ligatureAt(
  { call }: Pdfium,
  textPage: number,
  {
    index,
    code,
    font,
    ligatureOf,
  }: { index: number; code: number; font: FontLook; ligatureOf: LigatureReader },
): string | undefined {
  if (font.name === '' || (code >= 32 && code < 127) || code > 255) return undefined;
  return call.FPDFText_HasUnicodeMapError(textPage, index) === 1 ? ligatureOf(font.name, code) : undefined;
}

/** Returns the symbol of a code in a symbol font or in Unicode's private area; undefined for other codes. */
const symbolAt = ({ symbolFont }: TextObject, code: number) =>
  symbolFont !== undefined || code >= firstPrivate ? symbolOfCode(symbolFont, code) : undefined;

/** Returns the text of most characters: of ASCII, in a font whose codes mean what they say; undefined for others. */
const plainTextAt = ({ isUnknown, isUnnamed, symbolFont }: TextObject, code: number) =>
  code > 32 && code < 127 && !isUnknown && !isUnnamed && symbolFont === undefined
    ? String.fromCharCode(code)
    : undefined;

/** TeX's codes of dashes, which stand between numbers too. */
const dashes = new Set([21, 22]);

/** Returns the text of a character; undefined if it is unknown. */
function textAt(
  { call }: Pdfium,
  textPage: number,
  { index, code, object }: CharacterPlace,
): string | undefined {
  if (!object.isUnknown && !isMeaningless(code)) return textOf(code);
  if (hyphenMarks.has(code) && call.FPDFText_IsHyphen(textPage, index) === 1) return '-';
  // Of fonts without names, some state what their letters mean, but not their ligatures.
  if (!object.isUnknown && !(object.isUnnamed && code < 32)) return undefined;
  // Programs that draw figures embed letters as pictures at their usual codes, which have no meaning stated.
  if (!object.isUnnamed) return isPrintable(code) ? String.fromCodePoint(code) : undefined;
  const beside = dashes.has(code) ? /[a-z\d]/i : /[a-z]/i;
  const isLetter = (other: number) =>
    beside.test(String.fromCodePoint(call.FPDFText_GetUnicode(textPage, other))) &&
    call.FPDFText_GetTextObject(textPage, other) === object.id;
  return textOfCode(
    code,
    (code < 32 || code > 126) && ((index > 0 && isLetter(index - 1)) || isLetter(index + 1)),
  );
}

const textOf = (code: number): string => {
  if (hyphenMarks.has(code)) return '-';
  const text = String.fromCodePoint(code);
  return code >= 0xfb00 && code <= 0xfb06 ? text.normalize('NFKC') : text;
};

/** Links that upright text of this line may lie in. */
const linksBeside = (links: readonly LinkArea[], { baseY, size, turns }: TextObject) =>
  turns === 0
    ? links.filter(({ y1, y2 }) => baseY - size * 0.3 >= y1 - 1 && baseY - size * 0.3 <= y2 + 1)
    : [];

const linkAt = (links: readonly LinkArea[], x: number) =>
  links.length === 0 ? undefined : links.find(({ x1, x2 }) => x >= x1 && x <= x2);

/** Scripts of East Asia, and their punctuation, begin here. */
const firstOfEast = 0x2e80;

interface ObjectPlace {
  readonly index: number;
  readonly code: number;
  readonly id: number;
  readonly reading: Reading;
  /** The size of a font of pictures, by how far its letters reach. */
  readonly sizeOf: (font: number) => number;
  readonly signs: SignReader;
}

function readObject(
  pdfium: Pdfium,
  textPage: number,
  { index, code, id, reading, sizeOf, signs }: ObjectPlace,
): TextObject {
  const { call, scratch } = pdfium;
  const { matrix, fontOf, marks, ligatureOf, shadeOf } = reading;
  call.FPDFText_GetMatrix(textPage, index, scratch);
  const text = multiply(readMatrix(pdfium, scratch), matrix);
  const scale = Math.hypot(text[2], text[3]);
  const { isArtifact, layer } = marks.ofObject(id);
  const address = call.FPDFTextObj_GetFont(id);
  const { look: font, widths } = fontOf(address);
  const isUnnamed = font.name === '';
  const hasNoMeaning = call.FPDFText_HasUnicodeMapError(textPage, index) === 1;
  const isLigature =
    hasNoMeaning && ligatureAt(pdfium, textPage, { index, code, font, ligatureOf }) !== undefined;
  const symbolFont = symbolFontOf(font.name);
  const isSymbol = symbolFont !== undefined && symbolOfCode(symbolFont, code) !== undefined;
  // A negative size turns letters around, which many programs take back by their matrix.
  const fontSize = call.FPDFText_GetFontSize(textPage, index);
  const stated = Math.abs(fontSize) * scale;
  const direction = Math.sign(fontSize) || 1;
  const size = stated < minSize && isUnnamed ? sizeOf(address) : stated;
  const turns = turnsOf(direction * text[0], direction * text[1]);
  const middle =
    turns === 0 && code >= firstOfEast ? middleOfColumn(pdfium, textPage, { index, matrix }) : undefined;
  return {
    id,
    font,
    widths,
    size,
    // Columns that are written downwards come from right to left, as lines do that are turned by a quarter.
    turns: middle === undefined ? turns : 1,
    baseX: middle === undefined ? text[4] : middle - baselineOfColumn * size,
    baseY: text[5],
    isUnknown: hasNoMeaning && !(isUnnamed ? signs.areMistaken() : isLigature || isSymbol),
    isUnnamed,
    symbolFont,
    isArtifact,
    shade: shadeOf(id, layer),
    ...marks.structureOf(id),
  };
}

import { reverseRun } from '../layout/right-to-left.ts';
import type { FontLook, LinkArea, TextRun } from '../page-model.ts';
import { type Matrix, multiply, readMatrix, transformBox, turnsOf } from './geometry.ts';
import { type Letters, withoutFalseSpaces } from './letter-spacing.ts';
import type { Pdfium } from './load-pdfium.ts';

/** More are no page that anyone reads. */
const mostRuns = 200_000;
/** In units of the font's size: a wider gap within a line ends a run. */
const runGap = 0.7;
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/** What the characters drawn by one operator share. */
interface TextObject {
  readonly id: number;
  readonly font: FontLook;
  readonly size: number;
  readonly turns: TextRun['turns'];
  /** From where the object begins to the page as it is shown: where its letters stand. */
  readonly baseX: number;
  readonly baseY: number;
  /** Whether its characters have no known meaning. */
  readonly isUnknown: boolean;
  /** Whether it is no part of the document's text, as running heads of tagged files. */
  readonly isArtifact: boolean;
  readonly level: number | undefined;
}

interface OpenRun {
  text: string;
  start: number;
  end: number;
  readonly object: TextObject;
  readonly startsWord: boolean;
  readonly link: LinkArea | undefined;
  readonly letters: Letters;
}

export interface PageText {
  readonly runs: TextRun[];
  readonly glyphs: number;
  readonly unknownGlyphs: number;
}

/** What its marks state about text in a tagged file. */
export interface TextMarks {
  isArtifact(object: number): boolean;
  /** The level of the heading that it belongs to; undefined for other text. */
  headingLevel(object: number): number | undefined;
}

interface Reading {
  readonly page: number;
  readonly matrix: Matrix;
  readonly fontOf: (font: number) => FontLook;
  readonly links: readonly LinkArea[];
  readonly marks: TextMarks;
}

const isSpace = (code: number) =>
  code === 32 ||
  code === 0xa0 ||
  (code >= 9 && code <= 13) ||
  code === 0x3000 ||
  (code >= 0x2000 && code <= 0x200b);
/** Codes that stand for no letter: what has no meaning in Unicode, and the private use area. */
const isMeaningless = (code: number) =>
  code === 0 ||
  code === 0xfffd ||
  code === 0xffff ||
  (code >= 0xe000 && code <= 0xf8ff) ||
  (code < 32 && code !== 2);

/** PDFium writes a hyphen at the end of a line as one of these. */
const hyphenMarks = new Set([2, 0xfffe, 0xad]);

/** Gathers the characters of a page to runs of one look, one line and one direction. */
class RunReader {
  readonly runs: TextRun[] = [];
  glyphs = 0;
  unknownGlyphs = 0;
  #open: OpenRun | undefined;
  #afterSpace = false;

  space(): void {
    this.#afterSpace = true;
  }

  /** Adds a character that reaches from `start` to `end` along its line. */
  add(text: string, object: TextObject, start: number, end: number, link: LinkArea | undefined): void {
    const open = this.#open;
    if (open && this.#continues(open, object, start, end, link)) {
      const { letters } = open;
      if (this.#afterSpace && !open.text.endsWith(' ')) {
        letters.spaces.push({ offset: open.text.length, letter: letters.starts.length });
        open.text += ' ';
      }
      open.text += text;
      letters.starts.push(start);
      letters.ends.push(end);
      open.start = Math.min(open.start, start);
      open.end = Math.max(open.end, end);
    } else {
      this.flush();
      const letters = { starts: [start], ends: [end], spaces: [] };
      this.#open = { text, start, end, object, startsWord: this.#afterSpace, link, letters };
    }
    this.#afterSpace = false;
  }

  #continues(
    open: OpenRun,
    object: TextObject,
    start: number,
    end: number,
    link: LinkArea | undefined,
  ): boolean {
    const { object: before } = open;
    if (link !== open.link) return false;
    if (object !== before && !areAlike(before, object)) return false;
    const gap = runGap * object.size;
    // A font that is far too wide for where its letters stand says nothing about gaps.
    const isForward =
      start - open.end <= gap && start >= open.start - gap && start - open.end > -1.5 * object.size;
    if (isForward) return true;
    return rightToLeft.test(open.text) && open.start - end <= gap && end <= open.start + gap;
  }

  flush(): void {
    const open = this.#open;
    this.#open = undefined;
    if (!open || this.runs.length >= mostRuns || open.object.isArtifact) return;
    const { object, start, end, startsWord } = open;
    const { turns, font, size, baseX, baseY, level } = object;
    const isUpright = turns === 0 || turns === 2;
    // PDFium returns text in the order in which it is read; the layout takes lines as they are seen.
    const isBackward = rightToLeft.test(open.text);
    this.runs.push({
      text: isBackward ? reverseRun(open.text) : withoutFalseSpaces(open.text, open.letters, size),
      x: isUpright ? start : baseX,
      y: isUpright ? baseY : start,
      width: end - start,
      size,
      font,
      turns,
      startsWord: startsWord && !isBackward,
      ...(level !== undefined && { level }),
    });
  }
}

/** Whether two objects may be one run: they look alike and stand on one line. */
function areAlike(a: TextObject, b: TextObject): boolean {
  if (a.font !== b.font || a.turns !== b.turns || a.level !== b.level || a.isArtifact !== b.isArtifact)
    return false;
  const apart = a.turns === 0 || a.turns === 2 ? a.baseY - b.baseY : a.baseX - b.baseX;
  return Math.abs(a.size - b.size) < 0.01 && Math.abs(apart) < 0.05 * a.size;
}

/** Reads the characters of a page. */
export function readRuns(pdfium: Pdfium, textPage: number, reading: Reading): PageText {
  const { call, scratch, float } = pdfium;
  const { matrix, links } = reading;
  const reader = new RunReader();
  const count = call.FPDFText_CountChars(textPage);
  let object: TextObject | undefined;
  let linksNear: readonly LinkArea[] = links;
  for (let index = 0; index < count; index++) {
    const code = call.FPDFText_GetUnicode(textPage, index);
    if (isSpace(code)) {
      reader.space();
      continue;
    }
    const id = call.FPDFText_GetTextObject(textPage, index);
    if (id === 0) continue;
    if (object?.id !== id) {
      object = readObject(pdfium, textPage, { index, id, reading });
      linksNear = links.length === 0 ? links : linksBeside(links, object);
    }
    reader.glyphs++;
    if (object.isUnknown || isMeaningless(code)) {
      reader.unknownGlyphs++;
      continue;
    }
    call.FPDFText_GetLooseCharBox(textPage, index, scratch);
    const [left, top, right, bottom] = [
      float(scratch),
      float(scratch + 4),
      float(scratch + 8),
      float(scratch + 12),
    ];
    const box = transformBox(matrix, left, bottom, right, top);
    const isUpright = object.turns === 0 || object.turns === 2;
    const [start, end] = isUpright ? [box.x1, box.x2] : [box.y1, box.y2];
    const middle = (start + end) / 2;
    const link = linksNear.find(({ x1, x2 }) => middle >= x1 && middle <= x2);
    reader.add(textOf(code), object, start, end, link);
  }
  reader.flush();
  return reader;
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

interface ObjectPlace {
  readonly index: number;
  readonly id: number;
  readonly reading: Reading;
}

function readObject(pdfium: Pdfium, textPage: number, { index, id, reading }: ObjectPlace): TextObject {
  const { call, scratch } = pdfium;
  const { matrix, fontOf, marks } = reading;
  call.FPDFText_GetMatrix(textPage, index, scratch);
  const text = multiply(readMatrix(pdfium, scratch), matrix);
  const scale = Math.hypot(text[2], text[3]);
  return {
    id,
    font: fontOf(call.FPDFTextObj_GetFont(id)),
    size: call.FPDFText_GetFontSize(textPage, index) * scale,
    turns: turnsOf(text[0], text[1]),
    baseX: text[4],
    baseY: text[5],
    isUnknown: call.FPDFText_HasUnicodeMapError(textPage, index) === 1,
    isArtifact: marks.isArtifact(id),
    level: marks.headingLevel(id),
  };
}

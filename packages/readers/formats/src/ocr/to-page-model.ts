import type { PageModel, TextRun } from '../formats/pdf/page-model.ts';
import type { TextLine, Word } from './hocr.ts';
import type { ReadPicture } from './read-picture.ts';
import { minConfidence } from './without-specks.ts';

/** Height of letters from the lowest descender to the highest ascender, as a share of the font's size. */
const reach = 0.93;
/** In points; where the picture does not state its resolution, most of its text is taken to be as large. */
const defaultSize = 11;
/** Minimum ratio of a larger line's height to that of most lines: measured heights vary with the letters of a line. */
const clearlyLarger = 1.18;
const clearlySmaller = 0.8;
/** In units of the font's size: words that are farther apart are not of one sentence. */
const wordDistance = 0.85;
const markerDistance = 0.4;
const farthestMarker = 3;

/** Characters for which tesseract mistakes the usual bullets. */
const misreadBullet = /^[•·∙●○▪■°º¢©®«»*+e¤o-]$/;

/** The reason why a picture has no text. */
export const noTextReason = 'A picture in which no text was recognized';

const look = {
  name: 'OCR',
  bold: false,
  italic: false,
  monospaced: false,
} as const;

const lengthOf = ({ words }: TextLine) => words.reduce((sum, { text }) => sum + text.length, 0);

/** The height that half of the characters do not exceed. */
function middleHeight(lines: readonly TextLine[]): number {
  const sorted = lines.toSorted((a, b) => a.height - b.height);
  const half = sorted.reduce((sum, line) => sum + lengthOf(line), 0) / 2;
  let seen = 0;
  for (const line of sorted) {
    seen += lengthOf(line);
    if (seen >= half) return line.height;
  }
  return 0;
}

/** Whether a line begins with the mark of a list's item, or with something as small and as far from the next word. */
function hasMarker([first, second]: readonly Word[], size: number): boolean {
  if (!first || !second || first.text.length > 1) return false;
  const distance = second.x1 - first.x2;
  if (distance < markerDistance * size || distance > farthestMarker * size) return false;
  return misreadBullet.test(first.text) || first.confidence < minConfidence;
}

/** Words that belong together as they stand. */
function groupWords(words: readonly Word[], size: number): Word[][] {
  const groups: Word[][] = [];
  const marked = hasMarker(words, size);
  words.forEach((word, index) => {
    const last = groups.at(-1)?.at(-1);
    const isApart = !last || word.x1 - last.x2 > wordDistance * size || (marked && index === 1);
    if (isApart) groups.push([word]);
    else groups.at(-1)?.push(word);
  });
  const [first] = groups[0] ?? [];
  if (marked && first) groups[0] = [{ ...first, text: '•' }];
  return groups;
}

/** The size of a line's letters in points: those that differ by no more than measuring does are all of the body's size. */
function sizeOf(height: number, body: number, bodySize: number): number {
  const ratio = height / body;
  if (ratio < clearlyLarger && ratio > clearlySmaller) return bodySize;
  return Math.max(bodySize * (ratio < 1 ? 0.75 : clearlyLarger), Math.round(bodySize * ratio));
}

/**
 * A page that OCR has read as the layout takes pages; `number` is its place in the document. Places are in points where the resolution
 * is known, and otherwise in pixels of the picture. `notRead` names a picture in which no text was recognized.
 */
export function toPageModel(
  { width, height, lines, isBlank, turnedFrom }: ReadPicture,
  { number, dotsPerInch }: { number: number; dotsPerInch?: number | undefined },
): PageModel {
  const body = middleHeight(lines) || 1;
  const scale = dotsPerInch ? 72 / dotsPerInch : (defaultSize * reach) / body;
  const bodySize = Math.max(1, Math.round((body * scale) / reach));
  const runs = lines.flatMap((line) => {
    const letters = line.height / reach;
    return groupWords(line.words, letters).map((group): TextRun => {
      const [x1, x2] = [group[0]?.x1 ?? 0, group.at(-1)?.x2 ?? 0];
      return {
        text: group.map(({ text }) => text).join(' '),
        x: x1 * scale,
        y: line.baseline.y * scale,
        width: (x2 - x1) * scale,
        size: sizeOf(line.height, body, bodySize),
        font: look,
        turns: 0,
      };
    });
  });
  const glyphs = lines.reduce((sum, line) => sum + lengthOf(line), 0);
  return {
    number,
    width: width * scale,
    height: height * scale,
    runs,
    rules: [],
    links: [],
    imageShare: 0,
    glyphs,
    unknownGlyphs: 0,
    ...(glyphs === 0 &&
      !isBlank && { notRead: [{ what: 'PICTURE', where: `page ${number}`, why: noTextReason }] }),
    ...(!dotsPerInch && { placeScale: 1 / scale }),
    ...(turnedFrom && {
      whole: { x: 0, y: 0, width: turnedFrom.width * scale, height: turnedFrom.height * scale },
    }),
  };
}

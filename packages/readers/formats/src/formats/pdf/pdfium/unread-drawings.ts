import type { NotReadReport } from '@docfleet/text/not-read';
import type { TextRun } from '../page-model.ts';
import type { Box } from './geometry.ts';

/** Of a page: smaller pictures are logos and marks. */
const minPictureShare = 0.05;
/** Fewer outlines are those of a logo or a label. */
const minOutlinedLetters = 50;
/** Of the letters that are read: fewer outlines beside them belong to a figure. */
const minOutlinedShare = 0.25;

const pictureReason =
  'Text in pictures of a page that has text of its own is not read: send the picture by itself, or a scan of the page';
const outlineReason =
  'Shapes that may be letters drawn as outlines are not read: export the file with its text kept, or send a scan of the page';

interface DrawnPage {
  readonly width: number;
  readonly height: number;
  readonly pictures: readonly Box[];
  readonly outlinedLetters: number;
  /** Of the text that is read. */
  readonly glyphs: number;
  readonly runs: readonly TextRun[];
}

const isWithin = ({ x1, y1, x2, y2 }: Box, { x, y, width, turns }: TextRun) => {
  const middle = turns % 2 === 0 ? x + width / 2 : x;
  return middle > x1 && middle < x2 && y > y1 && y < y2;
};

/** Content of a page that its text lacks: large pictures without text on them, and letters that are drawings. */
export function findUnreadDrawings({ pictures, runs, ...page }: DrawnPage): NotReadReport[] {
  const least = minPictureShare * page.width * page.height;
  const large = pictures.filter(({ x1, y1, x2, y2 }) => (x2 - x1) * (y2 - y1) >= least);
  const count = large.filter((box) => !runs.some((run) => isWithin(box, run))).length;
  const { outlinedLetters, glyphs } = page;
  const areLetters = outlinedLetters >= minOutlinedLetters && outlinedLetters > minOutlinedShare * glyphs;
  return [
    ...(count > 0 ? [{ what: 'PICTURE', why: pictureReason, count } as const] : []),
    ...(areLetters ? [{ what: 'TEXT', why: outlineReason } as const] : []),
  ];
}

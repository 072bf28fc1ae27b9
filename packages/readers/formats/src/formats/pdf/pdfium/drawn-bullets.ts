import type { TextRun } from '../page-model.ts';
import type { Box } from './geometry.ts';

/** In points: what is smaller or larger marks no item of a list. */
const [minSide, maxSide] = [1.2, 10];
/** Number of times as long one side may be as the other. */
const maxRatio = 1.3;
/** More small shapes are a drawing. */
const maxShapes = 300;

/** Gathers the shapes of a page that may mark items of a list: browsers draw these where other programs have a letter. */
export class SmallShapes {
  readonly boxes: Box[] = [];

  /** Takes a shape that is about as wide as high and as large as a letter; `isSeen` is called for those alone. */
  add(box: Box, isSeen: () => boolean): void {
    const [width, height] = [box.x2 - box.x1, box.y2 - box.y1];
    const isSmall = Math.min(width, height) >= minSide && Math.max(width, height) <= maxSide;
    if (!isSmall || Math.max(width, height) > maxRatio * Math.min(width, height)) return;
    if (this.boxes.length <= maxShapes && isSeen()) this.boxes.push(box);
  }
}

/** In units of the size of the text: how large a mark is, how far its middle is above the line, how far it is from the text and from what is before it. */
const [minPart, maxPart] = [0.12, 0.6];
const [minHeight, maxHeight] = [0.12, 0.6];
const maxGap = 2;
const minRoom = 1;
const overlap = 0.1;
/** Larger than most text of the page, a line is a heading, before which a shape is decoration. */
const maxSizeRatio = 1.25;
/** One shape alone is a picture, or a part of one. */
const minAlike = 2;
/** The share by which marks of one size differ, as those of the levels of a list do. */
const sizeTolerance = 0.3;

/** The size in which most letters are set. */
function mainSize(runs: readonly TextRun[]): number {
  const counts = new Map<number, number>();
  for (const { size, text } of runs) counts.set(size, (counts.get(size) ?? 0) + text.length);
  return [...counts].reduce((most, next) => (next[1] > most[1] ? next : most), [0, 0])[0];
}

/** The text that begins behind a shape; undefined where other text stands before it, or on it. */
function textBehind(box: Box, runs: readonly TextRun[]): TextRun | undefined {
  const side = Math.max(box.x2 - box.x1, box.y2 - box.y1);
  const isOnLine = ({ y, size, turns }: TextRun) => {
    const height = (y - (box.y1 + box.y2) / 2) / size;
    return (
      turns === 0 &&
      height >= minHeight &&
      height <= maxHeight &&
      side >= minPart * size &&
      side <= maxPart * size
    );
  };
  let first: TextRun | undefined;
  for (const run of runs) {
    if (!isOnLine(run) || run.text.trim() === '') continue;
    const { x, width, size } = run;
    const isBehind = x >= box.x2 - overlap * size;
    if (!isBehind && x + width > box.x1 - minRoom * size) return undefined;
    if (isBehind && x - box.x2 <= maxGap * size && !(first && first.x <= x)) first = run;
  }
  return first;
}

const bulletBefore = ({ x1, x2 }: Box, { y, size, font, isArtifact, cell }: TextRun): TextRun => ({
  text: '•',
  x: x1,
  y,
  width: x2 - x1,
  size,
  font: { ...font, monospaced: false },
  turns: 0,
  ...(isArtifact && { isArtifact }),
  ...(cell && { cell }),
});

/** Two letters of a word, or one of a script whose words have one: others name points of a drawing. */
const word = /\p{L}{2}|\p{Lo}/u;

/** In units of the size of the text: how far marks of a list differ to the side, and how far apart those of several levels are at most. */
const sameEdge = 0.2;
const [maxAside, maxBelow] = [5, 8];

/** Whether two marks may be of one list: alike, and one below the other. */
function areOfList(a: TextRun, b: TextRun): boolean {
  const [aside, below] = [Math.abs(a.x - b.x) / a.size, Math.abs(a.y - b.y) / a.size];
  const areAlike = Math.abs(a.width - b.width) <= sizeTolerance * Math.max(a.width, b.width);
  return areAlike && below > 0.5 && (aside <= sameEdge || (aside <= maxAside && below <= maxBelow));
}

/** Bullets in place of the shapes that stand before lines of text, where at least two are those of a list. */
export function findDrawnBullets({ boxes }: SmallShapes, runs: readonly TextRun[]): TextRun[] {
  if (boxes.length < minAlike || boxes.length > maxShapes) return [];
  const main = mainSize(runs);
  const bullets = new Map<TextRun, TextRun>();
  for (const box of boxes) {
    const text = textBehind(box, runs);
    const isItem =
      text && text.level === undefined && text.size <= maxSizeRatio * main && word.test(text.text);
    if (isItem) bullets.set(text, bulletBefore(box, text));
  }
  const all = [...bullets.values()];
  return all.filter((bullet) => all.some((other) => areOfList(bullet, other)));
}

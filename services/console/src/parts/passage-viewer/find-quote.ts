import type { Location } from '@docfleet/sdk';
import type { PageBox } from './marks.tsx';

const clock = (seconds: number) => {
  const whole = Math.floor(seconds);
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60];
  const tail = `${String(minutes).padStart(hours > 0 ? 2 : 1, '0')}:${String(whole % 60).padStart(2, '0')}`;
  return hours > 0 ? `${hours}:${tail}` : tail;
};

const span = (one: string, many: string, [first = 0, last = first]: readonly number[]) =>
  first === last ? `${one} ${first}` : `${many} ${first}–${last}`;

/** Describes a location, for example `Page 3` or `Sheet Staff, rows 2–40`; undefined if only its section is known. */
export function locationText({ pages, slides, sheet, rows, seconds }: Location): string | undefined {
  if (pages) return span('Page', 'Pages', pages);
  if (slides) return span('Slide', 'Slides', slides);
  if (seconds) return seconds.map(clock).join('–');
  const inSheet = sheet === undefined ? '' : `Sheet ${sheet}`;
  if (!rows) return inSheet || undefined;
  return inSheet ? `${inSheet}, ${span('row', 'rows', rows)}` : span('Row', 'Rows', rows);
}

/** Formats the boxes of a location for an address, as `page,x,y,width,height`: `3,72,140,420,56;4,72,60,420,30`. */
export const boxesToText = ({ boxes = [] }: Location): string | undefined =>
  boxes.map(({ page, x, y, width, height }) => [page, x, y, width, height].join(',')).join(';') || undefined;

/** Parses the location of an address; undefined without one. Addresses may have been edited: invalid boxes are omitted. */
export function textToLocation(text: string): Location | undefined {
  const boxes = text.split(';').flatMap((part) => {
    const numbers = part.split(',').map(Number);
    const [page, x, y, width, height] = numbers;
    if (numbers.length !== 5 || !numbers.every((value) => Number.isFinite(value) && value >= 0)) return [];
    if (!page || !Number.isInteger(page) || x === undefined || y === undefined) return [];
    return width === undefined || height === undefined ? [] : [{ page, x, y, width, height }];
  });
  const [first] = boxes;
  const last = boxes.at(-1);
  return first && last ? { pages: [first.page, last.page], boxes, section: [] } : undefined;
}

/** Text run that PDF.js reports, with its box on the page in points. */
export interface TextRun extends PageBox {
  readonly text: string;
}

/** Letter or digit in normal form, with the index of its run and its offset within that run. */
interface Letter {
  readonly key: string;
  readonly run: number;
  readonly offset: number;
}

const letter = /[\p{L}\p{N}]/gu;

/**
 * Returns the letters and digits of a text. Hyphens, spaces and ligatures are ignored or normalized: they differ between a page and the
 * text that was read from it.
 */
function lettersOf(text: string, run: number): Letter[] {
  return [...text.matchAll(letter)].flatMap(({ 0: found, index }) =>
    [...found.normalize('NFKC').toLowerCase()].map((key) => ({ key, run, offset: index })),
  );
}

/** Minimum length of a quote in letters: shorter ones occur in many places. */
const minLetters = 6;

const isWithin = (run: TextRun | undefined, boxes: readonly PageBox[]) =>
  run !== undefined &&
  boxes.some(
    ({ page, x, y, width, height }) =>
      run.page === page &&
      run.x + run.width >= x &&
      run.x <= x + width &&
      run.y + run.height >= y &&
      run.y <= y + height,
  );

/** Returns the box of a run's characters from `first` to `last`, estimated from their share of its length. */
function partOf(run: TextRun, first: number, last: number): PageBox {
  const { page, x, y, width, height, text } = run;
  const length = Math.max(1, text.length);
  return { page, y, height, x: x + (first / length) * width, width: ((last + 1 - first) / length) * width };
}

/** Joins consecutive boxes of one line. */
function joinLines(boxes: readonly PageBox[]): PageBox[] {
  const joined: PageBox[] = [];
  for (const box of boxes) {
    const last = joined.at(-1);
    const isSameLine =
      last?.page === box.page && Math.abs(last.y - box.y) < 0.5 * box.height && box.x >= last.x;
    if (!last || !isSameLine) joined.push(box);
    else
      joined[joined.length - 1] = {
        ...last,
        width: Math.max(last.x + last.width, box.x + box.width) - last.x,
        height: Math.max(last.height, box.height),
      };
  }
  return joined;
}

/**
 * Returns the boxes of a quote, one for each line. Of several occurrences, the one within the passage is preferred. Empty if the runs do
 * not contain the quote, as for a scan.
 */
export function findQuoteBoxes(
  runs: readonly TextRun[],
  quote: string,
  passage: readonly PageBox[],
): PageBox[] {
  const wanted = lettersOf(quote, 0)
    .map(({ key }) => key)
    .join('');
  if (wanted.length < minLetters) return [];
  const letters = runs.flatMap(({ text }, index) => lettersOf(text, index));
  // One code unit for each letter, so that a position in the text is one in the list.
  const text = letters.map(({ key }) => key[0] ?? '').join('');
  const sought = [...wanted].map((key) => key[0] ?? '').join('');
  const places: number[] = [];
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) places.push(at);
  const start = places.find((at) => isWithin(runs[letters[at]?.run ?? -1], passage)) ?? places[0];
  if (start === undefined) return [];
  const byRun = Map.groupBy(letters.slice(start, start + sought.length), ({ run }) => run);
  return joinLines(
    [...byRun].flatMap(([index, own]) => {
      const run = runs[index];
      const [first, last] = [own[0], own.at(-1)];
      return run && first && last ? [partOf(run, first.offset, last.offset)] : [];
    }),
  );
}

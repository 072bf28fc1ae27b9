import type { PageBox } from './marks.tsx';

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

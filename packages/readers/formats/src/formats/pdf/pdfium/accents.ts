import type { Letters } from './letter-widths.ts';

/** Accents that stand by themselves, and the marks that they are over or below a letter. */
const marks: Readonly<Record<string, string>> = {
  '`': '\u0300',
  '\u00b4': '\u0301',
  '^': '\u0302',
  '\u02c6': '\u0302',
  '~': '\u0303',
  '\u02dc': '\u0303',
  '\u00af': '\u0304',
  '\u02d8': '\u0306',
  '\u02d9': '\u0307',
  '\u00a8': '\u0308',
  '\u02da': '\u030a',
  '\u02dd': '\u030b',
  '\u02c7': '\u030c',
  '\u00b8': '\u0327',
  '\u02db': '\u0328',
};
const dotless: Readonly<Record<string, string>> = { '\u0131': 'i', '\u0237': 'j' };

/** Interval of a character along its line. */
export interface Extent {
  readonly start: number;
  readonly end: number;
}

const accents = new Set(Object.keys(marks));
/** Whether a character is an accent that stands by itself. Small letters, and all signs before `^`, are distinguished first. */
export const isAccent = (text: string): boolean =>
  text >= '^' && (text < 'a' || text > 'z') && accents.has(text);

/**
 * The letter with an accent that is drawn over or below it, as TeX does it in fonts without letters that have accents and in formulas;
 * undefined where the accent stands beside it.
 */
export function withAccent(letter: string, at: Extent, accent: string, its: Extent): string | undefined {
  const middle = (its.start + its.end) / 2;
  if (middle <= at.start || middle >= at.end || !/^\p{L}$/u.test(letter)) return undefined;
  return ((dotless[letter] ?? letter) + marks[accent]).normalize('NFC');
}

/** In units of the font's size: how much higher an accent is drawn over a capital than over a small letter. */
const highest = 0.5;

/** Letters that were drawn on one line. */
export interface DrawnLetters {
  readonly letters: Letters;
  readonly object: {
    readonly turns: number;
    readonly size: number;
    readonly baseX: number;
    readonly baseY: number;
  };
}

const extentOf = ({ starts, ends }: Letters, index: number): Extent => ({
  start: starts[index] ?? 0,
  end: ends[index] ?? 0,
});

const areAccents = ({ letters }: DrawnLetters) => letters.texts.every(isAccent);

/** Whether an accent may belong to a line, as far as their heights are concerned. */
function isNear({ object: a }: DrawnLetters, { object: b }: DrawnLetters): boolean {
  const apart = a.turns === 0 || a.turns === 2 ? a.baseY - b.baseY : a.baseX - b.baseX;
  return a.turns === b.turns && Math.abs(apart) < highest * b.size;
}

/** Whether the accent was drawn over a letter of one of the lines, and became part of it. */
function seat(accent: string, its: Extent, lines: readonly DrawnLetters[]): boolean {
  const middle = (its.start + its.end) / 2;
  for (const { letters } of lines) {
    const index = letters.starts.findIndex((start, at) => start < middle && middle < (letters.ends[at] ?? 0));
    const composed =
      index === -1
        ? undefined
        : withAccent(letters.texts[index] ?? '', extentOf(letters, index), accent, its);
    if (composed === undefined) continue;
    letters.texts[index] = composed;
    return true;
  }
  return false;
}

/** The runs without those that are nothing but accents over letters of others: over capitals they are higher, and PDFium returns them as a line. */
export function seatAccents<Run extends DrawnLetters>(runs: readonly Run[]): readonly Run[] {
  if (!runs.some(areAccents)) return runs;
  const lines = runs.filter((run) => !areAccents(run));
  return runs.filter((run) => {
    if (!areAccents(run)) return true;
    const near = lines.filter((line) => isNear(run, line));
    const seated = run.letters.texts.map((text, index) => seat(text, extentOf(run.letters, index), near));
    return !seated.every(Boolean);
  });
}

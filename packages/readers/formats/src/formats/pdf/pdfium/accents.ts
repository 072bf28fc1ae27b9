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

export const isAccent = (text: string): boolean => text in marks;

/**
 * The letter with an accent that is drawn over or below it, as TeX does it in fonts without letters that have accents and in formulas;
 * undefined where the accent stands beside it.
 */
export function withAccent(letter: string, at: Extent, accent: string, its: Extent): string | undefined {
  const middle = (its.start + its.end) / 2;
  if (middle <= at.start || middle >= at.end || !/^\p{L}$/u.test(letter)) return undefined;
  return ((dotless[letter] ?? letter) + marks[accent]).normalize('NFC');
}

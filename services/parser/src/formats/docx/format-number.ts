const romanDigits = [
  [1_000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
] as const;

const LARGEST_ROMAN = 3_999;
const LETTERS = 26;
const LARGEST_LETTERS = 30 * LETTERS;

function toRoman(number: number): string {
  let rest = number;
  let roman = '';
  for (const [value, digits] of romanDigits) for (; rest >= value; rest -= value) roman += digits;
  return roman;
}

/** a to z, then aa, bb: as Word counts. */
function toLetters(number: number): string {
  const letter = String.fromCharCode(97 + ((number - 1) % LETTERS));
  return letter.repeat(Math.ceil(number / LETTERS));
}

/** A number in a format of `ST_NumberFormat`; decimal for those that are rare. */
export function formatNumber(number: number, format: string): string {
  if (number >= 1 && /Roman$/.test(format) && number <= LARGEST_ROMAN)
    return format === 'upperRoman' ? toRoman(number).toUpperCase() : toRoman(number);
  if (number >= 1 && /^(?:lower|upper)Letter$/.test(format) && number <= LARGEST_LETTERS)
    return format === 'upperLetter' ? toLetters(number).toUpperCase() : toLetters(number);
  return format === 'decimalZero' ? `${number}`.padStart(2, '0') : `${number}`;
}

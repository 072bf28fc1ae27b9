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

const maxRoman = 3_999;
const letters = 26;
const maxLettersNumber = 30 * letters;

function toRoman(number: number): string {
  let rest = number;
  let roman = '';
  for (const [value, digits] of romanDigits) for (; rest >= value; rest -= value) roman += digits;
  return roman;
}

/** a to z, then aa, bb: as Word counts. */
function toLetters(number: number): string {
  const letter = String.fromCharCode(97 + ((number - 1) % letters));
  return letter.repeat(Math.ceil(number / letters));
}

/** A number in a format of `ST_NumberFormat`; decimal for those that are rare. */
export function formatNumber(number: number, format: string): string {
  if (number >= 1 && /Roman$/.test(format) && number <= maxRoman)
    return format === 'upperRoman' ? toRoman(number).toUpperCase() : toRoman(number);
  if (number >= 1 && /^(?:lower|upper)Letter$/.test(format) && number <= maxLettersNumber)
    return format === 'upperLetter' ? toLetters(number).toUpperCase() : toLetters(number);
  return format === 'decimalZero' ? `${number}`.padStart(2, '0') : `${number}`;
}

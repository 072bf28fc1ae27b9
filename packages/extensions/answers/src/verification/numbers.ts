const digits = /(?<![\p{L}\p{N}])\p{Nd}+(?:[.,'’\u00a0\u202f]\p{Nd}+)*/gu;
const separator = /[.,'’\u00a0\u202f]/u;

const units =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const wordValues = new Map<string, number>([
  ...units.map((name, value): [string, number] => [name, value]),
  ...tens.map((name, at): [string, number] => [name, (at + 2) * 10]),
  ['hundred', 100],
  ['thousand', 1_000],
  ['million', 1_000_000],
]);
const spelled = new RegExp(
  `\\b(?:(${tens.join('|')})[- ](${units.slice(1, 10).join('|')})|(${[...wordValues.keys()].join('|')}))\\b`,
  'giu',
);

const canonical = (text: string): string => {
  const [whole = '', fraction = ''] = text.split('.');
  const trimmed = fraction.replace(/0+$/, '');
  return (whole.replace(/^0+(?=\d)/, '') || '0') + (trimmed ? `.${trimmed}` : '');
};

/** Values that a number in digits may mean: 1,500 is fifteen hundred in one country and one and a half in another. */
function readingsOf(number: string): string[] {
  const plain = number.normalize('NFKC');
  const parts = plain.split(separator);
  if (parts.length === 1) return [canonical(plain)];
  const isGrouped = parts.slice(1).every(({ length }) => length === 3);
  const asGroups = canonical(parts.join(''));
  const asFraction = canonical(`${parts.slice(0, -1).join('')}.${parts.at(-1)}`);
  // Dates and versions: each part counts by itself.
  if (parts.length > 2 && !isGrouped) return [asFraction, parts.map(canonical).join('/')];
  return isGrouped ? [asGroups, asFraction] : [asFraction];
}

/** The numbers of a text, in digits or in English words, each with the readings that it may have. "One" is rarely a number. */
export function numbersOf(text: string): string[][] {
  const written = [...text.matchAll(digits)].map(([number]) => readingsOf(number));
  const worded = [...text.matchAll(spelled)].flatMap(([, ten, unit, single]) => {
    const value =
      ten === undefined
        ? (wordValues.get(String(single).toLowerCase()) ?? 0)
        : (wordValues.get(ten.toLowerCase()) ?? 0) + (wordValues.get(String(unit).toLowerCase()) ?? 0);
    return value === 1 ? [] : [[String(value)]];
  });
  return [...written, ...worded];
}

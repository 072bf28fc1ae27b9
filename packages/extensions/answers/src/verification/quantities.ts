import { readDates, readSpokenTimes, readTimes } from './dates.ts';
import { allNumberWords, type Quantity, type Unit, unitOf, wordValue } from './units.ts';

const separator = /[.,'’\u00a0\u202f]/u;
const magnitudes: readonly (readonly [RegExp, number])[] = [
  [/^\s?(?:thousand|tausend|mille)\b/iu, 1e3],
  [/^\s?(?:million(?:en|s)?|mio\b\.?|mn\b)/iu, 1e6],
  [/^\s?(?:billions?|milliarden?|milliards?|mrd\b\.?|bn\b)/iu, 1e9],
];
const tens = 'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety';
const numeral = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(\\p{Nd}+(?:[.,'’\\u00a0\\u202f]\\p{Nd}+)*)|(${tens})[- ](one|two|three|four|five|six|seven|eight|nine)(?![\\p{L}\\p{N}])|(${allNumberWords})(?![\\p{L}\\p{N}]))`,
  'giu',
);

/** Values that a number in digits may have; each part of a version counts by itself as well. */
function readingsOf(number: string): number[] {
  const plain = number.normalize('NFKC');
  const parts = plain.split(separator);
  if (parts.length === 1) return [Number(plain)];
  const isGrouped = parts.slice(1).every(({ length }) => length === 3);
  const asGroups = Number(parts.join(''));
  const asFraction = Number(`${parts.slice(0, -1).join('')}.${parts.at(-1)}`);
  return isGrouped ? [asGroups, asFraction] : [asFraction];
}

const following = /^[\s\u00a0\u202f-]?(°\s?[CF]|[€$£%°]|\p{L}+)(?:\s(\p{L}+))?/u;
const leading = /(?:([€$£])|\b(EUR|USD|GBP|CHF))\s?$/u;
const range = /^\s?(?:to|and|or|bis|und|à|et|-|–)\s?[€$£]?(?=\p{Nd})/u;

/** The unit of a number that stands between two texts, and how many characters of the second belong to it. */
function readUnit(
  before: string,
  after: string,
): { readonly unit: Unit | undefined; readonly length: number } {
  const currency = leading.exec(before);
  if (currency) return { unit: unitOf(String(currency[1] ?? currency[2])), length: 0 };
  const found = following.exec(after);
  if (!found) return { unit: undefined, length: 0 };
  const [whole, first = '', second] = found;
  const unit = unitOf(first.replace(' ', ''));
  if (unit) return { unit, length: whole.length - (second === undefined ? 0 : second.length + 1) };
  const base = /^(?:square|cubic)$/iu.test(first) && second !== undefined ? unitOf(second) : undefined;
  if (base)
    return { unit: { dimension: `${first} ${base.dimension}`, factor: base.factor }, length: whole.length };
  // "28 calendar days"
  const isRate = /^(?:an?|per|pro|par|je|each|every|im|the)$/iu.test(first);
  const behind = !isRate && second !== undefined && second.length > 1 ? unitOf(second) : undefined;
  return { unit: behind?.dimension === 'time' ? behind : undefined, length: 0 };
}

/** One of a unit of time: "one week". */
const single = /(?<![\p{L}\p{N}])(?:one|ein(?:e[mnrs]?)?|une?) (\p{L}+)/giu;

const readSingles = (text: string): Quantity[] =>
  [...text.matchAll(single)].flatMap(({ 0: found, 1: word = '', index }): Quantity[] => {
    const unit = unitOf(word);
    return unit?.dimension === 'time' && word.length > 2
      ? [{ start: index, end: index + found.length, kind: 'number', values: [1], unit }]
      : [];
  });

/** Half an hour, and what is like it. */
const halves =
  /(?<![\p{L}\p{N}])(?:half an? (\p{L}+)|(?:eine[mnrs]? )?halbe[mnrs]? (\p{L}+)|(?:une )?demi-(\p{L}+))(?![\p{L}\p{N}])/giu;

const readHalves = (text: string): Quantity[] =>
  [...text.matchAll(halves)].flatMap(({ 0: found, index, ...words }): Quantity[] => {
    const unit = unitOf(words[1] ?? words[2] ?? words[3] ?? '');
    return unit ? [{ start: index, end: index + found.length, kind: 'number', values: [0.5], unit }] : [];
  });

function readNumbers(text: string): Quantity[] {
  return [...text.matchAll(numeral)].flatMap(({ 0: found, 1: digits, 2: ten, 3: one, 4: word, index }) => {
    const values =
      digits !== undefined
        ? readingsOf(digits)
        : [
            ten === undefined
              ? (wordValue(String(word)) ?? 0)
              : (wordValue(ten) ?? 0) + (one?.toLowerCase() === 'one' ? 1 : (wordValue(String(one)) ?? 0)),
          ];
    let end = index + found.length;
    const magnitude = magnitudes.find(([pattern]) => pattern.test(text.slice(end, end + 12)));
    end += magnitude?.[0].exec(text.slice(end, end + 12))?.[0].length ?? 0;
    const { unit, length } = readUnit(text.slice(Math.max(0, index - 5), index), text.slice(end, end + 40));
    const parts = digits !== undefined && digits.split('.').length > 2 ? digits : undefined;
    const scaled = values.map((value) => value * (magnitude?.[1] ?? 1));
    return [{ start: index, end: end + length, kind: 'number', values: scaled, unit, parts } as const];
  });
}

/** The quantities of a text in their order: dates and times as a whole, and numbers in digits or words, of which "one" is rarely a number. */
export function quantitiesOf(text: string): Quantity[] {
  const found = [
    ...readDates(text),
    ...readTimes(text),
    ...readSpokenTimes(text),
    ...readHalves(text),
    ...readSingles(text),
  ].toSorted((a, b) => a.start - b.start || b.end - a.end);
  const whole = found.filter((one, at) => !found.slice(0, at).some(({ end }) => end > one.start));
  const numbers = readNumbers(text).filter(
    (one) => !whole.some(({ start, end }) => one.start < end && start < one.end),
  );
  const inherited = numbers.map((one, at) => {
    const next = numbers[at + 1];
    const isRange = !one.unit && next?.unit && range.test(text.slice(one.end, next.start + 1));
    return isRange ? { ...one, unit: next.unit } : one;
  });
  return [...whole, ...inherited].toSorted((a, b) => a.start - b.start);
}

import { allNumberWords, type Quantity, type Unit, unitOf, wordValue } from './units.ts';

const months =
  'jan\\p{L}* feb\\p{L}*|fév\\p{L}* mar(?:ch|s)?|märz apr\\p{L}*|avril ma[iy] jun\\p{L}*|juin jul\\p{L}*|juillet aug\\p{L}*|août sep\\p{L}* o[ck]t\\p{L}* nov\\p{L}* de[cz]\\p{L}*|déc\\p{L}*'.split(
    ' ',
  );
const monthNames =
  'January|Jan|Januar|janvier|February|Feb|Februar|février|March|Mar|März|mars|April|Apr|avril|May|Mai|mai|June|Jun|Juni|juin|July|Jul|Juli|juillet|August|Aug|août|September|Sept|Sep|septembre|October|Oct|Oktober|Okt|octobre|November|Nov|novembre|December|Dec|Dezember|Dez|décembre';
const monthOf = (name: string): number =>
  months.findIndex((pattern) => new RegExp(`^(?:${pattern})$`, 'iu').test(name)) + 1;
const year = '(?<y>(?:1[5-9]|20|21)\\p{Nd}{2})';
const day = '(?<d>0?[1-9]|[12]\\p{Nd}|3[01])';
const datePatterns = [
  `${year}-(?<m>0?[1-9]|1[0-2])-${day}`,
  `${day}\\.\\s?(?<m>0?[1-9]|1[0-2])\\.\\s?${year}`,
  // Without a year, and without such a word before it, it may be a version at the end of a sentence.
  `(?<=(?:am|ab|bis|vom|zum|den|dem|seit|und|oder) )${day}\\.\\s?(?<m>0?[1-9]|1[0-2])\\.`,
  `${day}(?:st|nd|rd|th|\\.|er)? (?:of )?(?<n>${monthNames})\\b\\.?,?(?: ${year})?`,
  `(?<n>${monthNames})\\b\\.? ${day}(?:st|nd|rd|th)?(?![\\p{Nd}])(?:,? ${year})?`,
  `(?<n>${monthNames})\\b\\.? ${year}`,
].map((pattern) => new RegExp(`(?<![\\p{L}\\p{N}.,-])(?:${pattern})(?![\\p{L}\\p{N}])`, 'gu'));
const bareMonth =
  /(?<![\p{L}\p{N}])(?<=\b(?:in|until|till|since|by|from|before|after|during|of|end|early|late|mid|im|bis|ab|seit|vor|nach|ende|anfang|en|avant|depuis|fin|début|mois de)[ -])(?:(March|May|Mai|mars)(?![\p{L}\p{N}]))|(?<![\p{L}\p{N}])(January|Januar|janvier|February|Februar|février|März|April|avril|June|Juni|juin|July|Juli|juillet|August|août|September|septembre|October|Oktober|octobre|November|novembre|December|Dezember|décembre)(?![\p{L}\p{N}])/gu;
const clock =
  /(?<![\p{L}\p{N}.,:])(?<h>[0-2]?\p{Nd})(?:(?:[:.](?<m>[0-5]\p{Nd})|\s?h\s?(?<f>[0-5]\p{Nd}))?\s?(?<half>[ap]\.?m\b\.?|Uhr\b)|:(?<n>[0-5]\p{Nd})(?![:\p{N}]))/gu;

const weekdays =
  'mondays?|montag\\p{L}*|lundis? tuesdays?|dienstag\\p{L}*|mardis? wednesdays?|mittwoch\\p{L}*|mercredis? thursdays?|donnerstag\\p{L}*|jeudis? fridays?|freitag\\p{L}*|vendredis? saturdays?|samstag\\p{L}*|sonnabend\\p{L}*|samedis? sundays?|sonntag\\p{L}*|dimanches?'
    .split(' ')
    .map((names) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${names})(?![\\p{L}\\p{N}])`, 'giu'));

const readWeekdays = (text: string): Quantity[] =>
  weekdays.flatMap((pattern, at) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }): Quantity => {
      return { start: index, end: index + found.length, kind: 'date', values: [], date: { weekday: at + 1 } };
    }),
  );

/** The dates of a text: months and days of the week alone as well. */
function readDates(text: string): Quantity[] {
  const dates = datePatterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: found, index, groups = {} }): Quantity => {
      const month = groups['n'] === undefined ? groups['m'] && Number(groups['m']) : monthOf(groups['n']);
      const date = {
        year: groups['y'] === undefined ? undefined : Number(groups['y']),
        month: month === '' ? undefined : month,
        day: groups['d'] === undefined ? undefined : Number(groups['d']),
      };
      return { start: index, end: index + found.length, kind: 'date', values: [], date };
    }),
  );
  const alone = [...text.matchAll(bareMonth)].map(({ 0: found, index }): Quantity => {
    return {
      start: index,
      end: index + found.length,
      kind: 'date',
      values: [],
      date: { month: monthOf(found) },
    };
  });
  return [...dates, ...alone, ...readWeekdays(text)];
}

/** Times in words with the minutes that they add to their hour: "half past seven", "halb acht", "sept heures et demie". */
const spokenTimes: readonly (readonly [pattern: RegExp, minutes: number])[] = (
  [
    ['half past (\\p{L}+)|(\\p{L}+) heures et demie', 30],
    ['halb (\\p{L}+)', -30],
    ['(?:a )?quarter past (\\p{L}+)|viertel nach (\\p{L}+)|(\\p{L}+) heures et quart', 15],
    ['(?:a )?quarter to (\\p{L}+)|viertel vor (\\p{L}+)', -15],
  ] as const
).map(([pattern, minutes]) => [
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'giu'),
  minutes,
]);

/** Times in words. */
const readSpokenTimes = (text: string): Quantity[] =>
  spokenTimes.flatMap(([pattern, minutes]) =>
    [...text.matchAll(pattern)].flatMap(({ 0: found, index, ...words }): Quantity[] => {
      const hour = wordValue(words[1] ?? words[2] ?? words[3] ?? '');
      // Time of the morning or of the afternoon.
      const values = [0, 720].map((half) => ((hour ?? 0) % 12) * 60 + minutes + half);
      return hour === undefined || hour > 12
        ? []
        : [{ start: index, end: index + found.length, kind: 'time', values }];
    }),
  );

/** Times in digits. */
const readTimes = (text: string): Quantity[] =>
  [...text.matchAll(clock)].map(({ 0: found, index, groups = {} }): Quantity => {
    const half = (groups['half'] ?? '').toLowerCase();
    const hour = Number(groups['h']) % (half.startsWith('a') || half.startsWith('p') ? 12 : 24);
    const minutes = Number(groups['m'] ?? groups['f'] ?? groups['n'] ?? 0);
    const value = (hour + (half.startsWith('p') ? 12 : 0)) * 60 + minutes;
    return { start: index, end: index + found.length, kind: 'time', values: [value] };
  });

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

/** Number with its unit, date, time or share that a text names, at its place. */
export interface Quantity {
  readonly start: number;
  readonly end: number;
  readonly kind: 'number' | 'date' | 'time';
  /** Values that it may have: 1,500 is fifteen hundred in one country and one and a half in another. Minutes of a time, days of a date. */
  readonly values: readonly number[];
  /** Its unit, in which values are given as multiples of `factor`. */
  readonly unit?: Unit | undefined;
  readonly date?: DateParts | undefined;
  /** Parts of a version or of a section's number. */
  readonly parts?: string | undefined;
}
export interface Unit {
  readonly dimension: string;
  readonly factor: number;
}
export interface DateParts {
  /** From 1, Monday. */
  readonly weekday?: number | undefined;
  readonly year?: number | undefined;
  readonly month?: number | undefined;
  readonly day?: number | undefined;
}

const separator = /[.,'’\u00a0\u202f]/u;
const numberWords: readonly (readonly [number, string])[] = [
  [0, 'zero zéro'],
  [2, 'two zwei deux twice zweimal'],
  [3, 'three drei trois third dritte[nrs]? troisième'],
  [4, 'four vier quatre fourth vierte[nrs]? quatrième'],
  [5, 'five fünf cinq fifth fünfte[nrs]? cinquième'],
  [6, 'six sechs sixth sechste[nrs]? sixième'],
  [7, 'seven sieben sept seventh siebte[nrs]? septième'],
  [8, 'eight acht huit eighth achte[nrs]? huitième'],
  [9, 'nine neun neuf ninth neunte[nrs]? neuvième'],
  [10, 'ten zehn dix tenth zehnte[nrs]? dixième'],
  [11, 'eleven elf onze'],
  [12, 'twelve zwölf douze dozen'],
  [13, 'thirteen dreizehn treize'],
  [14, 'fourteen vierzehn quatorze'],
  [15, 'fifteen fünfzehn quinze'],
  [16, 'sixteen sechzehn seize'],
  [17, 'seventeen siebzehn dix-sept'],
  [18, 'eighteen achtzehn dix-huit'],
  [19, 'nineteen neunzehn dix-neuf'],
  [20, 'twenty zwanzig vingt'],
  [30, 'thirty dreißig trente'],
  [40, 'forty vierzig quarante'],
  [50, 'fifty fünfzig cinquante'],
  [60, 'sixty sechzig soixante'],
  [70, 'seventy siebzig'],
  [80, 'eighty achtzig'],
  [90, 'ninety neunzig'],
  [100, 'hundred hundert'],
  [1_000, 'thousand tausend mille'],
];
const magnitudes: readonly (readonly [RegExp, number])[] = [
  [/^\s?(?:thousand|tausend|mille)\b/iu, 1e3],
  [/^\s?(?:million(?:en|s)?|mio\b\.?|mn\b)/iu, 1e6],
  [/^\s?(?:billions?|milliarden?|milliards?|mrd\b\.?|bn\b)/iu, 1e9],
];
const wordValue = (word: string): number | undefined =>
  numberWords.find(([, names]) => new RegExp(`^(?:${names.replaceAll(' ', '|')})$`, 'iu').test(word))?.[0];
const allWords = numberWords.map(([, names]) => names.replaceAll(' ', '|')).join('|');
const tens = 'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety';
const numeral = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(\\p{Nd}+(?:[.,'’\\u00a0\\u202f]\\p{Nd}+)*)|(${tens})[- ](one|two|three|four|five|six|seven|eight|nine)(?![\\p{L}\\p{N}])|(${allWords})(?![\\p{L}\\p{N}]))`,
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

const unitNames: readonly (readonly [dimension: string, factor: number, names: string])[] = [
  ['time', 1 / 86_400_000, 'ms milliseconds? millisekunden? millisecondes?'],
  ['time', 1 / 86_400, 'seconds? sekunden? secondes? sec sek s'],
  ['time', 1 / 1_440, 'minutes? minuten? min'],
  ['time', 1 / 24, 'hours? stunden? heures? hrs? h'],
  ['time', 1, 'days? tag(?:e|en|es|s)? jours?'],
  ['time', 7, 'weeks? wochen? semaines?'],
  ['time', 30.4375, 'months? monat(?:e|en|s)? mois'],
  ['time', 91.3125, 'quarters? quartal(?:e|en|s)? trimestres?'],
  ['time', 365.25, 'years? jahr(?:e|en|es|s)? ans? années?'],
  ['money', 1, '€ eur euros?'],
  ['dollar', 1, '\\$ usd dollars?'],
  ['pound', 1, '£ gbp pounds? pfund'],
  ['franc', 1, 'chf francs? franken'],
  ['cent', 1, 'cents? centimes?'],
  ['length', 0.001, 'mm millimet(?:er|re)s?'],
  ['length', 0.01, 'cm centimet(?:er|re)s? zentimeter'],
  ['length', 1, 'm met(?:er|re)s? mètres?'],
  ['length', 1_000, 'km kilomet(?:er|re)s? kilomètres?'],
  ['length', 1_609.344, 'miles?'],
  ['length', 0.0254, 'inch(?:es)?'],
  ['mass', 0.001, 'mg milligram(?:s|m)?'],
  ['mass', 1, 'g gram(?:s|m|mes)?'],
  ['mass', 1_000, 'kg kilograms? kilogramm kilos?'],
  ['mass', 1e6, 't tons? tonnes? tonnen?'],
  ['volume', 0.001, 'ml millilit(?:er|re)s?'],
  ['volume', 1, 'l lit(?:er|re)s?'],
  ['data', 1, 'bytes?'],
  ['data', 1e3, 'kb ko kilobytes?'],
  ['data', 1e6, 'mb mo megabytes?'],
  ['data', 1e9, 'gb go gigabytes?'],
  ['data', 1e12, 'tb terabytes?'],
  ['power', 1, 'w watts?'],
  ['power', 1_000, 'kw kilowatts?'],
  ['power', 1e6, 'mw megawatts?'],
  ['energy', 1, 'kwh'],
  ['voltage', 1, 'v volts?'],
  ['voltage', 1_000, 'kv'],
  ['current', 1, 'a amps? amperes?'],
  ['current', 0.001, 'ma'],
  ['charge', 1, 'ah'],
  ['charge', 0.001, 'mah'],
  ['pressure', 1, 'bar'],
  ['pressure', 0.001, 'mbar'],
  ['blood pressure', 1, 'mmhg'],
  ['frequency', 1, 'hz hertz'],
  ['frequency', 1e3, 'khz'],
  ['frequency', 1e6, 'mhz'],
  ['frequency', 1e9, 'ghz'],
  ['celsius', 1, '°c °celsius degrees grad degrés celsius'],
  ['fahrenheit', 1, '°f fahrenheit'],
  ['percent', 1, '% percent prozent pour-cent'],
];
const units = unitNames.map(([dimension, factor, names]) => ({
  unit: { dimension, factor },
  pattern: new RegExp(`^(?:${names.replaceAll(' ', '|')})$`, 'iu'),
}));
/** Units of one letter, as they are written: "3 a week" is no current. */
const caseOfLetters = 'AVWhmgtls';
/** The unit that a word names; undefined where it names none. */
export const unitOf = (word: string): Unit | undefined =>
  /^\p{L}$/u.test(word) && !caseOfLetters.includes(word)
    ? undefined
    : units.find(({ pattern }) => pattern.test(word))?.unit;

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
  const behind = second !== undefined && second.length > 1 ? unitOf(second) : undefined;
  return { unit: behind?.dimension === 'time' ? behind : undefined, length: 0 };
}

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
  `${day}\\.\\s?(?<m>0?[1-9]|1[0-2])\\.(?:\\s?${year})?`,
  `${day}(?:st|nd|rd|th|\\.|er)? (?:of )?(?<n>${monthNames})\\b\\.?,?(?: ${year})?`,
  `(?<n>${monthNames})\\b\\.? ${day}(?:st|nd|rd|th)?(?![\\p{Nd}])(?:,? ${year})?`,
  `(?<n>${monthNames})\\b\\.? ${year}`,
].map((pattern) => new RegExp(`(?<![\\p{L}\\p{N}.,-])(?:${pattern})(?![\\p{L}\\p{N}])`, 'gu'));
const bareMonth =
  /(?<![\p{L}\p{N}])(?<=\b(?:in|until|till|since|by|from|before|after|during|of|end|early|late|mid|im|bis|ab|seit|vor|nach|ende|anfang|en|avant|depuis|fin|début)[ -])(?:(March|May|Mai|mars)(?![\p{L}\p{N}]))|(?<![\p{L}\p{N}])(January|Januar|janvier|February|Februar|février|März|April|avril|June|Juni|juin|July|Juli|juillet|August|août|September|septembre|October|Oktober|octobre|November|novembre|December|Dezember|décembre)(?![\p{L}\p{N}])/gu;
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

const readSpokenTimes = (text: string): Quantity[] =>
  spokenTimes.flatMap(([pattern, minutes]) =>
    [...text.matchAll(pattern)].flatMap(({ 0: found, index, ...words }): Quantity[] => {
      const hour = wordValue(words[1] ?? words[2] ?? words[3] ?? '');
      // Of the morning or of the afternoon.
      const values = [0, 720].map((half) => ((hour ?? 0) % 12) * 60 + minutes + half);
      return hour === undefined || hour > 12
        ? []
        : [{ start: index, end: index + found.length, kind: 'time', values }];
    }),
  );

const readTimes = (text: string): Quantity[] =>
  [...text.matchAll(clock)].map(({ 0: found, index, groups = {} }): Quantity => {
    const half = (groups['half'] ?? '').toLowerCase();
    const hour = Number(groups['h']) % (half.startsWith('a') || half.startsWith('p') ? 12 : 24);
    const minutes = Number(groups['m'] ?? groups['f'] ?? groups['n'] ?? 0);
    const value = (hour + (half.startsWith('p') ? 12 : 0)) * 60 + minutes;
    return { start: index, end: index + found.length, kind: 'time', values: [value] };
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
  const found = [...readDates(text), ...readTimes(text), ...readSpokenTimes(text)].toSorted(
    (a, b) => a.start - b.start || b.end - a.end,
  );
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

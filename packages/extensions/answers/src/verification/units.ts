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
  /** Version or section number with several components, such as `2.17.1`. */
  readonly parts?: string | undefined;
}
export interface Unit {
  readonly dimension: string;
  readonly factor: number;
}
interface DateParts {
  /** From 1, Monday. */
  readonly weekday?: number | undefined;
  readonly year?: number | undefined;
  readonly month?: number | undefined;
  readonly day?: number | undefined;
}

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
/** The value of a number in words. */
export const wordValue = (word: string): number | undefined =>
  numberWords.find(([, names]) => new RegExp(`^(?:${names.replaceAll(' ', '|')})$`, 'iu').test(word))?.[0];
/** All numbers in words, as alternatives of a pattern. */
export const allNumberWords = numberWords.map(([, names]) => names.replaceAll(' ', '|')).join('|');

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

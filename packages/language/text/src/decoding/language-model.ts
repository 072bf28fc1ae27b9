/** A character as models of languages see it. */
export interface Letter {
  readonly character: string;
  /** In lower case; a space for all that is no letter. */
  readonly small: string;
  readonly isCapital: boolean;
  /** Whether it is a sign of print, and on which side of a word it stands. */
  readonly place: 'before' | 'behind' | 'anywhere' | undefined;
  /** Latin and other alphabets do not meet within a word; East Asian scripts meet all. */
  readonly script: 'Latin' | 'East Asian' | 'other' | undefined;
}

const before = new Set('“„‚‘«¿¡§£©№「『（《');
const behind = new Set('”»®™²³°ªº…、。，：；」』）！？》');
const anywhere = new Set('’–—•·€µ\u00a0・～');

const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

function scriptOf(character: string): Letter['script'] {
  if (/\p{Script=Latin}/u.test(character)) return 'Latin';
  if (eastAsian.test(character)) return 'East Asian';
  return /\p{L}/u.test(character) ? 'other' : undefined;
}

const known = new Map<string, Letter>();

/** Looks at a character; kept for each that was met, of which there are some ten thousand. */
export function letterOf(character: string): Letter {
  const found = known.get(character);
  if (found) return found;
  const isLetter = /[\p{L}\p{M}]/u.test(character);
  // Katakana of half width are the same letters.
  const small = isLetter ? character.toLowerCase().replace(/[ｦ-ﾝ]/, (kana) => kana.normalize('NFKC')) : ' ';
  const isCapital = isLetter && /\p{Lu}/u.test(character);
  const place = before.has(character)
    ? 'before'
    : behind.has(character)
      ? 'behind'
      : anywhere.has(character)
        ? 'anywhere'
        : undefined;
  const letter: Letter = { character, small, isCapital, place, script: scriptOf(character) };
  known.set(character, letter);
  return letter;
}

/** Rows of a character set of East Asia that hold its common characters. */
interface Rows {
  readonly encoding: string;
  readonly first: number;
  readonly last: number;
}

/** Level 1 of GB 2312, Big5 and JIS X 0208, and the syllables of KS X 1001. */
const rows: Readonly<Record<string, Rows>> = {
  'zh-Hans': { encoding: 'gbk', first: 0xb0, last: 0xd7 },
  'zh-Hant': { encoding: 'big5', first: 0xa4, last: 0xc6 },
  ja: { encoding: 'euc-jp', first: 0xb0, last: 0xcf },
  ko: { encoding: 'euc-kr', first: 0xb0, last: 0xc8 },
};

function readRows({ encoding, first, last }: Rows): Set<string> {
  const decoder = new TextDecoder(encoding);
  const characters = new Set<string>();
  for (let lead = first; lead <= last; lead++)
    for (let trail = 0x40; trail < 0xff; trail++) {
      const character = decoder.decode(Uint8Array.of(lead, trail));
      if (character.length === 1 && character !== '\ufffd') characters.add(character);
    }
  return characters;
}

/** Returns the prior share of each character in texts of a language, before its sample is counted. */
function commonCharacters(language: string): (character: string) => number {
  const found = rows[language];
  if (!found) return () => 0;
  const level1 = readRows(found);
  const hiragana = language === 'ja' ? /[ぁ-ん]/ : undefined;
  const halfWidth = language === 'ja' ? /[ｦ-ﾟ]/ : undefined;
  return (character) => {
    if (hiragana?.test(character)) return 3.5 / 83;
    if (halfWidth?.test(character)) return 2 / 63;
    if (level1.has(character)) return (hiragana ? 3 : 6) / level1.size;
    return /[一-龥]/.test(character) ? 0.3 / 20_000 : 0;
  };
}

/** Letters beyond ASCII that a language is written with, also where none of the names that it is learned from has them. */
const alphabets: Readonly<Record<string, string>> = {
  de: 'äöüß',
  fr: 'àâæçèéêëîïôœùûü',
  es: 'áéíñóúü',
  pt: 'áâãàçéêíóôõú',
  it: 'àèéìòù',
  nl: 'éëïóè',
  sv: 'åäöé',
  da: 'æøåé',
  nb: 'æøåéò',
  fi: 'äöå',
  is: 'áðéíóúýþæö',
  ca: 'àçèéíïòóúü',
  en: 'éï',
  pl: 'ąćęłńóśźż',
  cs: 'áčďéěíňóřšťúůýž',
  sk: 'áäčďéíĺľňóôŕšťúýž',
  hu: 'áéíóöőúüű',
  hr: 'čćđšž',
  sl: 'čšž',
  ro: 'ăâîşţ',
  sq: 'çë',
  tr: 'çğıİöşü',
  az: 'çəğıöşü',
  lt: 'ąčęėįšųūž',
  lv: 'āčēģīķļņšūž',
  et: 'äõöüšž',
};

/** Returns the probability that a character follows another in a language, as a natural logarithm. */
export type LanguageModel = (before: Letter, letter: Letter) => number;

/** Shares of what a letter may be: one that followed the same before, one of the language, one that is common in print. */
const afterTheSame = 0.55;
const ofTheLanguage = 0.33;
const common = 0.1;
const ofTheAlphabet = 5e-4;
const anything = 1e-6;
const sign = 1 / 400;
/** Within a word, capitals follow capitals, and signs stand at its ends: `mŠller` and `K”ln` are no names. */
const outOfPlace = 0.02;

function* twoLetterCodes(): Generator<string> {
  for (let code = 0; code < 26 * 26; code++)
    yield String.fromCharCode(65 + Math.floor(code / 26), 65 + (code % 26));
}

/** Words of a language: the names that ICU, and so Node, has for countries, languages, currencies and days. */
function* wordsOf(language: string): Generator<string> {
  const named = (type: 'region' | 'language' | 'currency') =>
    new Intl.DisplayNames(language, { type, fallback: 'none' });
  const [regions, languages, currencies] = [named('region'), named('language'), named('currency')];
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  for (const code of twoLetterCodes()) {
    yield regions.of(code) ?? '';
    yield languages.of(code.toLowerCase()) ?? '';
  }
  for (const code of Intl.supportedValuesOf('currency')) yield currencies.of(code) ?? '';
  for (const unit of Intl.supportedValuesOf('unit')) {
    const measure = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
    for (const amount of [1, 2, 5]) yield measure.format(amount);
  }
  for (const unit of ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const)
    for (const amount of [-5, -2, -1, 0, 1, 2, 5]) yield relative.format(amount, unit);
  const days = new Intl.DateTimeFormat(language, { month: 'long', weekday: 'long', timeZone: 'UTC' });
  for (let day = 0; day < 366; day += 5) yield days.format(day * 86_400_000);
}

const increase = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);

const tone = /[\u0300\u0301\u0303\u0309\u0323]/;

/** A letter of Vietnamese as windows-1258 has it: its tone is a character of its own. */
function withTone(letter: string): string {
  const [base = '', ...marks] = letter.normalize('NFD');
  const own = marks.filter((mark) => !tone.test(mark)).join('');
  return (base + own).normalize('NFC') + marks.filter((mark) => tone.test(mark)).join('');
}

/** Encodings of before Unicode have a cedilla for the comma below of Romanian. */
const asEncoded: Readonly<Record<string, (text: string) => string>> = {
  ro: (text) => text.replaceAll('ș', 'ş').replaceAll('ț', 'ţ').replaceAll('Ș', 'Ş').replaceAll('Ț', 'Ţ'),
  vi: (text) => Array.from(text, withTone).join(''),
};

interface Counts {
  readonly pairs: Map<string, number>;
  readonly letters: Map<string, number>;
  total: number;
}

function count(language: string): Counts {
  const counts = { pairs: new Map<string, number>(), letters: new Map<string, number>(), total: 0 };
  const encoded = asEncoded[language] ?? ((text: string) => text);
  for (const word of wordsOf(language)) {
    let before = ' ';
    for (const character of `${encoded(word)} `) {
      const { small } = letterOf(character);
      increase(counts.pairs, before + small);
      increase(counts.letters, small);
      counts.total++;
      before = small;
    }
  }
  return counts;
}

const isMixture = ({ script: before }: Letter, { script }: Letter): boolean =>
  (before === 'Latin' && script === 'other') || (before === 'other' && script === 'Latin');

/** Names such as `PC版` are seldom; letters that a wrong encoding has put into words are not. */
const isBeside = ({ script: before }: Letter, { script }: Letter): boolean =>
  (before === 'Latin' && script === 'East Asian') || (before === 'East Asian' && script === 'Latin');

function train(language: string): LanguageModel {
  const { pairs, letters, total } = count(language);
  const shareOf = commonCharacters(language);
  const alphabet = new Set(alphabets[language]);
  return (before, letter) => {
    const { character, small, isCapital, place } = letter;
    const isInWord = before.small !== ' ';
    if (place !== undefined) return Math.log(isInWord && place === 'before' ? sign * outOfPlace : sign);
    if (small === ' ' && character > '\u007f') return Math.log(anything);
    const likely =
      (afterTheSame * (pairs.get(before.small + small) ?? 0)) / (letters.get(before.small) ?? 1) +
      (ofTheLanguage * (letters.get(small) ?? 0)) / total +
      common * shareOf(character) +
      (alphabet.has(small) ? ofTheAlphabet : 0) +
      anything;
    if (isMixture(before, letter)) return Math.log(anything);
    const isMisplaced =
      isBeside(before, letter) ||
      (isCapital && isInWord && !before.isCapital) ||
      (before.place === 'behind' && small !== ' ');
    return Math.log(isMisplaced ? likely * outOfPlace : likely);
  };
}

const models = new Map<string, LanguageModel>();

/** The model of a language, by its BCP 47 tag; takes about 5 ms at its first use. */
export function languageModel(language: string): LanguageModel {
  const known = models.get(language);
  if (known) return known;
  const model = train(language);
  models.set(language, model);
  return model;
}

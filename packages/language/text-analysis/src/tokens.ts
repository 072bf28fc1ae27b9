/** Combining marks beyond the thirtieth of one letter: normalizing takes time by the square of their number. */
const excessMarks = /(\p{M}{30})\p{M}+/gu;

/**
 * Removes the marks that a letter has beyond thirty, more than any language writes, so that normalizing a text takes time in proportion to its
 * length: https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format
 */
export const streamSafe = (text: string): string => text.replace(excessMarks, '$1');

/** Groups of digits and capitals with a space between each two, as accounts, cards and telephones are written. */
const groups =
  /(?<![\p{L}\p{N}.,'·_-])\+?([A-Z\d]{1,8}(?: [A-Z\d]{1,8}){1,9})(?![\p{L}\p{N}]|[.,'·_-][\p{L}\p{N}])/gu;
/** A number in groups of three. */
const thousands = /^\d{1,3}(?: \d{3})+$/;
/** Two years beside each other are no number; an account has more digits. */
const minDigits = 9;
const maxNumberLength = 40;

/** Whether groups are written as one number is: beginning with a digit or the letters of a country, and of digits for the most part. */
function isOneNumber(written: string): boolean {
  if (thousands.test(written)) return true;
  const digits = written.replace(/\D/g, '').length;
  const first = written.split(' ', 1)[0] ?? '';
  const isBegun = /^(?:[A-Z]{2})?\d{1,8}$/.test(first);
  return isBegun && digits >= minDigits && digits * 2 > written.length && written.length <= maxNumberLength;
}

/** Number that is written in groups with spaces between, such as an IBAN, a telephone number or "10 000". */
export interface GroupedNumber {
  /** Without its spaces, in lower case. */
  readonly whole: string;
  readonly groups: readonly string[];
}

/** The numbers that a text writes in groups (`DE89 3704 …`, `+49 30 901820`, `10 000`), and the text without them. */
export function takeGroupedNumbers(text: string): {
  readonly rest: string;
  readonly numbers: GroupedNumber[];
} {
  const numbers: GroupedNumber[] = [];
  const rest = text.replace(groups, (match: string, written: string) => {
    if (!isOneNumber(written)) return match;
    const lower = written.toLowerCase();
    numbers.push({ whole: lower.replaceAll(' ', ''), groups: lower.split(' ') });
    return ' ';
  });
  return { rest, numbers };
}

/** A piece of a text that becomes terms: a word, a name made of several parts, or a run of a script without spaces. */
export type Token =
  | { readonly kind: 'word'; readonly text: string }
  | {
      readonly kind: 'name';
      readonly text: string;
      readonly whole: string;
      readonly parts: readonly string[];
      /** The parts between its joints alone. */
      readonly joined: readonly string[];
      /** Terms beside its parts: its versions, and segments that the parts lose a letter of. */
      readonly others?: readonly string[];
      /** Whether it is a number with its unit, whose parts say something however short they are. */
      readonly isMeasure?: true;
    }
  | { readonly kind: 'run'; readonly text: string };

/** Scripts that are written without spaces between words, or whose words are made of many morphemes. */
const unspaced =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const word = `[[\\p{L}\\p{M}\\p{N}]--[${unspaced}]]+`;
/** Signs that are pictures, but for those of rights; flags. */
const pictures = '[\\p{Extended_Pictographic}--[©®]]|\\p{Regional_Indicator}{2}';
/**
 * Words as UAX #29 finds them, and beyond it names as programs and catalogues write them: joined by `_`, `-` or `&`, with
 * a sign at their end that distinguishes them (C#, C++), or with a full stop before them (.NET).
 */
const pattern = new RegExp(
  `([${unspaced}]+)|((?<![\\p{L}\\p{N}])\\.NET\\b|${pictures})|${word}(?:(?:['.·](?=\\p{L})|[.,'·](?=\\p{N})|[_\\-&\u200c](?=[\\p{L}\\p{N}]))${word})*(?:\\+\\+|#(?![\\p{L}\\p{N}]))?`,
  'gv',
);

const lowerThenUpper = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const letterThenDigit = /(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u;
const groupedNumber = /^\p{N}{1,3}(?:[,'·]\p{N}{3})+(?:\.\p{N}+)?$/u;
/** As in India: the last three digits, and pairs before them. */
const pairedNumber = /^\p{N}{1,2}(?:,\p{N}{2})+,\p{N}{3}(?:\.\p{N}+)?$/u;
/** As in most of Europe: groups with full stops, or none, and a decimal comma. */
const commaNumber = /^(?:\p{N}{1,3}(?:\.\p{N}{3})+|\p{N}+),\p{N}+$/u;
/** A number in groups, as much of Europe writes it, or an address: `1.000.000`. */
const dottedGroups = /^\p{N}{1,3}(?:\.\p{N}{3}){2,}$/u;
/** One thousand and something in Europe, one and a fraction elsewhere. */
const ambiguousNumber = /^\p{N}{1,3}\.\p{N}{3}$/u;

/** A number as it is written without groups and with a decimal point; undefined where a token is written so, or is no number. */
function plainNumber(text: string): string | undefined {
  if (groupedNumber.test(text) || pairedNumber.test(text)) return text.replace(/[,'·]/gu, '');
  return commaNumber.test(text) ? text.replaceAll('.', '').replace(',', '.') : undefined;
}
const version = /^v(?=\p{N}+(?:\.\p{N}+)+)/iu;

/** A zero-width non-joiner stands within words of Persian, as a hyphen does elsewhere. */
const joints = /[_\-.&\u200c]+/u;
const withoutEmpty = (parts: readonly string[]) => parts.filter((part) => part !== '');

const piecesOf = (segment: string): string[] =>
  segment.split(lowerThenUpper).flatMap((part) => part.split(letterThenDigit));

/** The segments of a name that its parts lose a letter or a digit of: `C6` in `ESP32-C6`. */
const shortSegments = (joined: readonly string[]): string[] =>
  joined.filter((segment) => segment.length > 1 && piecesOf(segment).some((piece) => piece.length === 1));

/** Versions, IP addresses and dates can also be found by their prefixes. */
const dottedNumbers = /^\p{N}+(?:\.\p{N}+){2,}$/u;
/** Whether a name is numbers with full stops between them. */
export const isDottedNumber = ({ text }: Token): boolean => dottedNumbers.test(text);

function beginningsOf(text: string): string[] {
  const numbers = text.split('.');
  return numbers.slice(2).map((_, index) => numbers.slice(0, index + 2).join('.'));
}

/** A version in a name, of which its end is a word: `log4j-2.17.1.jar`, `1.2.3-beta`. */
const versionInName = /(?<![\p{N}.])\p{N}+(?:\.\p{N}+)+/gu;

/** The versions in a name as a whole, and their beginnings. */
const versionsOf = (name: string): string[] =>
  (name.match(versionInName) ?? []).flatMap((found) => [found, ...beginningsOf(found)]);

/** A number with its unit: `2.5mg`, `4.7kΩ`. */
const measure = /^(\p{N}+(?:[.,'·]\p{N}+)*)(\p{L}{1,5})$/u;

/** The decimal point of a measure stays: 2.5mg and 25mg are two doses. */
function toMeasure(text: string): Token | undefined {
  const [, written, unit] = measure.exec(text) ?? [];
  if (written === undefined || unit === undefined) return undefined;
  const number = plainNumber(written) ?? written;
  const parts = [number, unit];
  return { kind: 'name', text, whole: number + unit, parts, joined: parts, isMeasure: true };
}

const plain = /^(?:[A-Z]?[a-z]+|\d+)$/;

function toToken(text: string): Token {
  if (plain.test(text)) return { kind: 'word', text };
  const measured = toMeasure(text);
  if (measured) return measured;
  const number = plainNumber(text);
  if (number !== undefined) return { kind: 'word', text: number };
  if (ambiguousNumber.test(text))
    return { kind: 'name', text, whole: text.replace('.', ''), parts: [text], joined: [text] };
  if (/[#+]$/u.test(text)) return { kind: 'word', text };
  const unversioned = text.replace(version, '');
  if (dottedNumbers.test(unversioned)) {
    const parts = beginningsOf(unversioned);
    const others = dottedGroups.test(unversioned) ? [unversioned.replaceAll('.', '')] : [];
    return { kind: 'name', text: unversioned, whole: unversioned, parts, joined: parts, others };
  }
  const isJoined = /[_\-&\u200c]|\p{L}\.\p{L}|\p{Ll}\p{Lu}/u.test(unversioned);
  const isMixed = /\p{L}/u.test(unversioned) && /\p{N}/u.test(unversioned);
  if (!isJoined && !isMixed) return { kind: 'word', text: unversioned };
  const joined = withoutEmpty(unversioned.split(joints));
  return {
    kind: 'name',
    text: unversioned,
    whole: joined.join(''),
    // At its joints, where small letters end before a capital, and between letters and digits.
    parts: withoutEmpty(joined.flatMap(piecesOf)),
    joined,
    others: [...(joined.length > 1 ? shortSegments(joined) : []), ...versionsOf(unversioned)],
  };
}

/** The pieces of a text in Unicode's composed form, in their order. */
export function* tokensOf(text: string): Generator<Token> {
  for (const match of text.matchAll(pattern)) {
    if (match[1] !== undefined) yield { kind: 'run', text: match[1] };
    else if (match[2] !== undefined) yield { kind: 'word', text: match[2] };
    else yield toToken(match[0]);
  }
}

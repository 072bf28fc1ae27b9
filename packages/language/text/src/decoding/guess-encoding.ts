import { createDecoder } from './decoder.ts';
import { type Letter, languageModel, letterOf } from './language-model.ts';

const marks: readonly (readonly [string, readonly number[]])[] = [
  // UTF-32 comes first: its little-endian mark begins like that of UTF-16.
  ['utf-32le', [0xff, 0xfe, 0x00, 0x00]],
  ['utf-32be', [0x00, 0x00, 0xfe, 0xff]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** The Unicode encoding that the first bytes declare by a byte order mark. */
export function encodingOfMark(head: Uint8Array): string | undefined {
  return marks.find(([, mark]) => mark.every((byte, index) => head[index] === byte))?.[0];
}

/** Fewer characters are too few to decide: every other byte of anything may be zero. */
const minUnits = 4;
const minForeignUnits = 8;

/** Controls that no text of bytes has, but that are halves of many units of UTF-16. */
const isStray = (byte: number) => byte < 0x09 || (byte > 0x0d && byte < 0x1b) || (byte > 0x1b && byte < 0x20);
/** By byte: comparing each byte of the head of a page takes longer than much else that is done to it. */
const strays = Uint8Array.from({ length: 256 }, (_, byte) => Number(isStray(byte)));
const strayShare = 0.02;

function countStrays(bytes: Uint8Array): number {
  let count = 0;
  for (let index = 0; index < bytes.length; index++) count += strays[bytes[index] ?? 0] ?? 0;
  return count;
}

const noText = /[^\P{C}\t\n\r\ufeff\u200b-\u200f]|\ufffd|[\u3400-\u4dbf]/gu;
const maxRequiredKinds = 16;
const noTextShare = 0.02;

/** The byte order of UTF-16 without a mark, by its zeros where letters are Latin, or as the order in which it is a text. */
export function encodingOfUnits(head: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const units = head.length >> 1;
  const bytes = head.subarray(0, units * 2);
  // Zeros are among the strays.
  if (units < minUnits || countStrays(bytes) < bytes.length * strayShare) return undefined;
  let even = 0;
  let odd = 0;
  for (let index = 0; index < bytes.length; index += 2) {
    if (bytes[index] === 0) even++;
    if (bytes[index + 1] === 0) odd++;
  }
  if (odd > units * 0.4 && even < units * 0.05) return 'utf-16le';
  if (even > units * 0.4 && odd < units * 0.05) return 'utf-16be';
  return units < minForeignUnits ? undefined : orderOfForeign(bytes);
}

/** Units of other alphabets: their first halves are few different ones, in the order that makes letters of them. */
function orderOfForeign(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const orders = (['utf-16le', 'utf-16be'] as const)
    .map((encoding) => {
      const text = new TextDecoder(encoding).decode(bytes);
      const damaged = text.match(noText)?.length ?? 0;
      const blocks = new Set(Array.from(text, (character) => (character.codePointAt(0) ?? 0) >> 8)).size;
      // Filler is no text: a text has letters of many kinds.
      const isVaried = new Set(text).size >= Math.min(maxRequiredKinds, text.length / 4);
      return { encoding, blocks, isText: isVaried && damaged <= text.length * noTextShare };
    })
    .filter(({ isText }) => isText)
    .toSorted((left, right) => left.blocks - right.blocks);
  return orders[0]?.encoding;
}

/** An encoding in which files may be that do not say so, and the languages that are written in it. */
interface CandidateEncoding {
  readonly encoding: string;
  readonly languages: readonly string[];
  /** Prior penalty of the encoding, as a natural logarithm. */
  readonly handicap: number;
}

const western = 'de fr es pt it nl sv da nb fi is ca en';
const central = 'pl cs sk hu hr sl ro sq';
const cyrillic = 'ru uk bg be sr mk';

const candidate = (encoding: string, languages: string, handicap: number): CandidateEncoding => ({
  encoding,
  languages: languages.split(' '),
  handicap,
});

/** The likelier of two that read a text alike stands first. ISO 8859-1, ISO 8859-9 and TIS-620 are parts of those of Windows. */
export const candidateEncodings: readonly CandidateEncoding[] = [
  candidate('windows-1252', western, 0),
  candidate('windows-1251', cyrillic, 0),
  candidate('shift_jis', 'ja', 0),
  candidate('gb18030', 'zh-Hans zh-Hant', 0),
  candidate('big5', 'zh-Hant', 0),
  candidate('euc-kr', 'ko', 0),
  candidate('euc-jp', 'ja', 0),
  candidate('windows-1250', central, 1),
  candidate('windows-1253', 'el', 1),
  candidate('windows-1254', 'tr az', 1),
  candidate('windows-1255', 'he', 1),
  candidate('windows-1256', 'ar fa ur', 1),
  candidate('windows-874', 'th', 1),
  candidate('windows-1257', 'lt lv et', 1),
  candidate('windows-1258', 'vi', 1),
  candidate('iso-8859-2', central, 1.5),
  candidate('iso-8859-15', western, 2),
  candidate('iso-8859-5', 'ru bg sr', 2),
  candidate('iso-8859-7', 'el', 1.5),
  candidate('iso-8859-8', 'he', 1.5),
  candidate('iso-8859-6', 'ar', 2),
  candidate('koi8-u', 'ru uk', 1),
  candidate('ibm866', 'ru bg', 1.5),
  candidate('x-mac-cyrillic', 'ru uk', 3),
  candidate('macintosh', western, 3),
  candidate('cp850', western, 3),
  candidate('cp437', western, 3.5),
  candidate('cp852', central, 3),
  candidate('cp857', 'tr', 4),
  candidate('cp737', 'el', 4),
  candidate('cp862', 'he', 4),
  candidate('cp775', 'lt lv et', 4),
  candidate('utf-16le', 'ja zh-Hans zh-Hant ko ru el he ar th', 3),
  candidate('utf-16be', 'ja zh-Hans zh-Hant ko ru el he ar th', 3),
];

/** Bytes beyond ASCII that are weighed; more would not change the result. */
export const maxWeighed = 2_000;
/** Signs that a text is not of an encoding: U+FFFD, controls and characters that are none. */
const damage = /[^\P{C}\0\t\n\v\f\r\u00ad\u200b-\u200f\ufeff]|\ufffd/gu;
/** Weight of ASCII letters in the score of a Latin language, relative to other letters. */
const weightOfAscii = 0.3;
const minAscii = 150;
const maxAscii = 4_000;
/** A text of Latin letters with a few others is seldom one of another script. */
const weightOfForeign = 2;

export interface EncodedSample {
  readonly bytes: Uint8Array;
  /** Whether more follows, so that the last character may be incomplete. */
  readonly isCut: boolean;
}

type Pair = readonly [before: Letter, letter: Letter];

const isAscii = ({ character }: Letter) => character < '\u0080';
const isLatin = (language: string) => new Intl.Locale(language).maximize().script === 'Latn';
const latinLanguages = (): string[] =>
  [...new Set(candidateEncodings.flatMap(({ languages }) => languages))].filter(isLatin);

function pairsOf(text: string): Pair[] {
  let before = letterOf(' ');
  return Array.from(text, (character): Pair => {
    const letter = letterOf(character);
    const pair: Pair = [before, letter];
    before = letter;
    return pair;
  });
}

function likelihood(pairs: readonly Pair[], language: string): number {
  const model = languageModel(language);
  return pairs.reduce((sum, [before, letter]) => sum + model(before, letter), 0);
}

function decode(encoding: string, { bytes, isCut }: EncodedSample): string {
  const decoder = createDecoder(encoding);
  const text = decoder.write(bytes);
  return isCut ? text : text + decoder.end();
}

/** Counts the characters of a sample that are damaged when it is read in an encoding. */
export const countDamage = (encoding: string, sample: EncodedSample): number =>
  decode(encoding, sample).match(damage)?.length ?? 0;

/** The first bytes, with as many beyond ASCII among them as are weighed. */
function startOf({ bytes, isCut }: EncodedSample): EncodedSample {
  let beyond = 0;
  const end = bytes.findIndex((byte) => byte > 0x7f && ++beyond > maxWeighed);
  return end === -1 ? { bytes, isCut } : { bytes: bytes.subarray(0, end), isCut: true };
}

/** Returns the likelihood of a language by ASCII letters alone, relative to the likeliest Latin language. */
function weighAscii(sample: EncodedSample): (language: string) => number {
  const beyond = sample.bytes.filter((byte) => byte > 0x7f).length;
  const pairs = pairsOf(decode('windows-1252', sample))
    .filter(([before, letter]) => isAscii(before) && isAscii(letter) && before.small + letter.small !== '  ')
    .slice(0, maxAscii);
  const weighed = pairs.slice(0, Math.max(minAscii, beyond));
  const scores = new Map(latinLanguages().map((language) => [language, likelihood(weighed, language)]));
  const best = Math.max(...scores.values());
  const foreign = -weightOfForeign * Math.log1p(pairs.length / Math.max(1, beyond));
  return (language) => {
    const score = scores.get(language);
    return score === undefined ? foreign : (score - best) * weightOfAscii;
  };
}

/** Encodings of which every character has two bytes, so that no byte can be left out. */
const isWide = (encoding: string) => encoding.startsWith('utf-16');

/**
 * Weighs how likely a sample is a text of an encoding: a natural logarithm, comparable among encodings of 8 and 16 bits. `distinct` is the
 * same sample with each word a few times at most.
 */
export function createScale(
  sample: EncodedSample,
  distinct: EncodedSample,
): (candidate: CandidateEncoding) => number {
  const [whole, start] = [startOf(sample), startOf(distinct)];
  const asciiOf = weighAscii(start);
  return ({ encoding, languages, handicap }) => {
    const pairs = pairsOf(decode(encoding, isWide(encoding) ? whole : start)).filter(
      ([before, letter]) => !isAscii(before) || !isAscii(letter),
    );
    const share = isWide(encoding) ? start.bytes.length / whole.bytes.length : 1;
    const scores = languages.map((language) => share * likelihood(pairs, language) + asciiOf(language));
    return Math.max(...scores) - handicap;
  };
}

export interface Guess {
  readonly encoding: string;
  readonly damaged: number;
  readonly score: number;
}

/** The encoding in which the bytes are the likeliest text; one without damaged characters wins over any with some. */
export function guessEncoding(sample: EncodedSample, scale: ReturnType<typeof createScale>): Guess {
  const readings = candidateEncodings.map((candidate) => ({
    candidate,
    damaged: countDamage(candidate.encoding, sample),
  }));
  const fewest = Math.min(...readings.map(({ damaged }) => damaged));
  return readings
    .filter(({ damaged }) => damaged === fewest)
    .map(({ candidate, damaged }) => ({ encoding: candidate.encoding, damaged, score: scale(candidate) }))
    .reduce((left, right) => (right.score > left.score ? right : left));
}

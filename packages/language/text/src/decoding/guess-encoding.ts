import { type CandidateEncoding, candidateEncodings } from './candidate-encodings.ts';
import { createDecoder } from './decoder.ts';
import { languageModel } from './language-model.ts';
import { type Letter, letterOf } from './letter.ts';

/** Bytes beyond ASCII that are weighed; more would not change the result. */
export const maxWeighed = 2_000;
/** Signs that a text is not of an encoding: U+FFFD, controls and characters that are none. */
const damage = /[^\P{C}\0\t\n\v\f\r\u00ad\u200b-\u200f\ufeff]|\ufffd/gu;
/** How much the letters of ASCII say of a Latin language, beside the letters beyond it. */
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

/** How likely a language is by the letters of ASCII alone, compared with the likeliest of the Latin ones. */
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

import { isAscii, isUtf8 } from 'node:buffer';
import { candidateEncodings } from './candidate-encodings.ts';
import { isKnownEncoding } from './decoder.ts';
import {
  countDamage,
  createScale,
  type EncodedSample,
  type Guess,
  guessEncoding,
  maxWeighed,
} from './guess-encoding.ts';
import { withoutRepetition } from './without-repetition.ts';

/** Bytes of the longest character, within which the cut of a sample may fall. */
const maxCharacterBytes = 4;

/** One wrong sequence in so many right ones is a slip in a UTF-8 file rather than another encoding. */
const rightPerWrong = 20;

/** A declaration is overruled where another encoding is so much likelier, for each byte beyond ASCII and at least. */
const advantagePerByte = 1;
const minAdvantage = 20;

/** Escape sequences by which ISO-2022-JP, all in bytes of ASCII, begins two-byte characters. */
const japaneseEscape = /\p{Cc}(?:\$[@B]|\([IJ])/u;

/**
 * The encoding of bytes that carry no byte order mark. UTF-8 that is right wins over what the file says of itself:
 * a wrong declaration is frequent, text in another encoding that is valid UTF-8 by chance is not.
 */
export function detectEncoding(sample: EncodedSample, declared: readonly (string | undefined)[]): string {
  const { bytes, isCut } = sample;
  if (isAscii(bytes) && japaneseEscape.test(Buffer.from(bytes).toString('latin1'))) return 'iso-2022-jp';
  if (isMostlyUtf8(bytes, isCut ? maxCharacterBytes : 1)) return 'utf-8';
  const distinct = withoutRepetition(sample);
  const scale = createScale(sample, distinct);
  const guess = guessEncoding(sample, scale);
  const evidence = { sample, scale, guess, beyond: countBeyond(distinct) };
  return declared.find((label) => isBelievable(label, evidence)) ?? guess.encoding;
}

const countBeyond = ({ bytes }: EncodedSample) =>
  Math.min(bytes.filter((byte) => byte > 0x7f).length, maxWeighed);

/** The name under which an encoding is among the candidates. */
function canonicalName(label: string): string {
  try {
    const { encoding } = new TextDecoder(label);
    const contained: Readonly<Record<string, string>> = {
      gbk: 'gb18030',
      'koi8-r': 'koi8-u',
      'iso-8859-8-i': 'iso-8859-8',
    };
    return contained[encoding] ?? encoding;
  } catch {
    return label;
  }
}

interface Evidence {
  readonly sample: EncodedSample;
  readonly scale: ReturnType<typeof createScale>;
  readonly guess: Guess;
  /** Bytes beyond ASCII that the guess has weighed. */
  readonly beyond: number;
}

/** Whether the bytes are a text in a declared encoding, and not a much likelier one in another. */
function isBelievable(
  label: string | undefined,
  { sample, scale, guess, beyond }: Evidence,
): label is string {
  const declared = label?.trim().toLowerCase() ?? '';
  if (!isKnownEncoding(declared) || /^utf-?(7|8|16|32)/.test(declared)) return false;
  if (countDamage(declared, sample) > guess.damaged) return false;
  const candidate = candidateEncodings.find(({ encoding }) => encoding === canonicalName(declared));
  if (!candidate) return true;
  return guess.score - scale(candidate) <= Math.max(minAdvantage, beyond * advantagePerByte);
}

function isMostlyUtf8(bytes: Uint8Array, ends: number): boolean {
  for (let cut = 0; cut < ends; cut++) if (isUtf8(bytes.subarray(0, bytes.length - cut))) return true;
  const text = new TextDecoder().decode(bytes);
  let right = 0;
  let wrong = 0;
  for (const character of text) {
    if (character === '\ufffd') wrong++;
    else if (character > '\u007f') right++;
  }
  return right >= wrong * rightPerWrong;
}

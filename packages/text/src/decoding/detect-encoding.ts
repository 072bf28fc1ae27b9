import { isUtf8 } from 'node:buffer';
import { analyse } from 'chardet';
import { isKnownEncoding } from './decoder.ts';

/** Below this, the detector's guess is no better than the most frequent encoding of old files. */
const leastConfidence = 25;
const mostFrequent = 'windows-1252';

/** Bytes of the longest character, within which the cut of a sample may fall. */
const longestCharacter = 4;

/** One wrong sequence in so many right ones is a slip in a UTF-8 file rather than another encoding. */
const rightPerWrong = 20;

/** Encodings of one byte a letter whose upper half is another alphabet. The detector finds them in few letters. */
const foreignAlphabets = new Set(
  'ISO-8859-5 ISO-8859-6 ISO-8859-7 ISO-8859-8 windows-1251 windows-1253 windows-1255 windows-1256 KOI8-R'.split(
    ' ',
  ),
);

export interface EncodedSample {
  readonly bytes: Uint8Array;
  /** Whether more follows, so that the last character may be incomplete. */
  readonly isCut: boolean;
}

/**
 * The encoding of bytes that carry no byte order mark. UTF-8 that is right wins over what the file says of itself:
 * a wrong declaration is frequent, text in another encoding that is valid UTF-8 by chance is not.
 */
export function detectEncoding({ bytes, isCut }: EncodedSample, declared: string | undefined): string {
  if (isMostlyUtf8(bytes, isCut ? longestCharacter : 1)) return 'utf-8';
  if (declared && isKnownEncoding(declared) && !/^utf-?(8|16|32)/i.test(declared)) return declared;
  return guessEncoding(bytes);
}

function guessEncoding(bytes: Uint8Array): string {
  const guess = analyse(bytes).find(({ name }) => !name.startsWith('UTF-') && isKnownEncoding(name));
  if (!guess || guess.confidence < leastConfidence) return mostFrequent;
  const isPlausible = !foreignAlphabets.has(guess.name) || isWrittenInForeignLetters(bytes);
  return isPlausible ? guess.name : mostFrequent;
}

/** Accented letters stand alone among ASCII; those of another alphabet stand together. */
function isWrittenInForeignLetters(bytes: Uint8Array): boolean {
  let foreign = 0;
  let together = 0;
  bytes.forEach((byte, index) => {
    if (byte < 0x80) return;
    foreign++;
    if ((bytes[index - 1] ?? 0) >= 0x80 || (bytes[index + 1] ?? 0) >= 0x80) together++;
  });
  return together * 2 > foreign;
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

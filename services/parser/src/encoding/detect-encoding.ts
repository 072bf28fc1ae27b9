import { isUtf8 } from 'node:buffer';
import { analyse } from 'chardet';
import { isKnownEncoding } from './decoder.ts';

/** Below this, the detector's guess is no better than the most frequent encoding of old files. */
const LEAST_CONFIDENCE = 25;
const MOST_FREQUENT = 'windows-1252';

/** A cut may fall within a character, of at most this many bytes. */
const LONGEST_CHARACTER = 4;

/** One wrong sequence in so many right ones is a slip in a UTF-8 file rather than another encoding. */
const RIGHT_PER_WRONG = 20;

/**
 * The encoding of bytes that carry no byte order mark. UTF-8 that is right wins over what the file says of itself:
 * a wrong declaration is frequent, text in another encoding that is valid UTF-8 by chance is not.
 */
export function detectEncoding(sample: Uint8Array, declared: string | undefined): string {
  if (isMostlyUtf8(sample)) return 'utf-8';
  if (declared && isKnownEncoding(declared) && !/^utf-?(8|16|32)/i.test(declared)) return declared;
  const guess = analyse(sample).find(({ name }) => isKnownEncoding(name) && !name.startsWith('UTF-'));
  return guess && guess.confidence >= LEAST_CONFIDENCE ? guess.name : MOST_FREQUENT;
}

function isMostlyUtf8(sample: Uint8Array): boolean {
  for (let cut = 0; cut < LONGEST_CHARACTER; cut++)
    if (isUtf8(sample.subarray(0, sample.length - cut))) return true;
  const text = new TextDecoder().decode(sample);
  let right = 0;
  let wrong = 0;
  for (const character of text) {
    if (character === '\ufffd') wrong++;
    else if (character > '\u007f') right++;
  }
  return right >= wrong * RIGHT_PER_WRONG;
}

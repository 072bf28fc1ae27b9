import { isAscii, isUtf8 } from 'node:buffer';
import { createTextCleaner, cutText } from './clean-text.ts';
import { createDecoder, type Decoder, isKnownEncoding } from './decoder.ts';
import {
  candidateEncodings,
  countDamage,
  createScale,
  type EncodedSample,
  encodingOfMark,
  encodingOfUnits,
  type Guess,
  guessEncoding,
  maxWeighed,
} from './guess-encoding.ts';

/** Number of times that a word counts: repeated in a table or a menu, it says no more of its encoding. */
const maxRepetitions = 2;
/** Bytes that are no part of a character of several bytes in any encoding of ASCII's kind, and end words and values of markup. */
const end = /(?<=[\t\n\r "<>])/;

/** Returns the sample with at most two occurrences of each word that contains bytes beyond ASCII. */
function withoutRepetition({ bytes, isCut }: EncodedSample): EncodedSample {
  const counts = new Map<string, number>();
  const words = Buffer.from(bytes).toString('latin1').split(end);
  const kept = words.filter((word) => {
    if (!/[\x80-\xff]/.test(word)) return true;
    const count = (counts.get(word) ?? 0) + 1;
    counts.set(word, count);
    return count <= maxRepetitions;
  });
  return { bytes: Buffer.from(kept.join(''), 'latin1'), isCut };
}

/** Bytes of the longest character, within which the cut of a sample may fall. */
const maxCharacterBytes = 4;

/** Valid sequences per invalid one from which a file counts as UTF-8 with a slip rather than another encoding. */
const rightPerWrong = 20;

/** Log-likelihood by which another encoding must win, per byte beyond ASCII, before a declared encoding is overruled. */
const advantagePerByte = 1;
const minAdvantage = 20;

/** Escape sequences by which ISO-2022-JP, all in bytes of ASCII, begins two-byte characters. */
const japaneseEscape = /\p{Cc}(?:\$[@B]|\([IJ])/u;

/**
 * The encoding of bytes that carry no byte order mark. UTF-8 that is right wins over what the file says of itself:
 * a wrong declaration is frequent, text in another encoding that is valid UTF-8 by chance is not.
 */
function detectEncoding(sample: EncodedSample, declared: readonly (string | undefined)[]): string {
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

/** Bytes among which a page declares its encoding: long scripts may stand before it. */
const headLength = 64 * 1_024;
/** Bytes that show whether they are units of UTF-16. */
const unitsLength = 4 * 1_024;
/** Bytes from the first one that is not ASCII, by which the encoding is judged. */
const sampleLength = 64 * 1_024;

/** The labels of encodings that are declared of a text, the weightiest first; its first bytes are given as Latin-1. */
type FindDeclared = (head: string) => readonly (string | undefined)[];

/**
 * Decoder that detects the encoding. ASCII passes straight through; from the first other byte on, it collects a sample and decides.
 * The decision depends on the bytes alone, not on how they are split into parts.
 */
class DetectingDecoder implements Decoder {
  readonly #findDeclared: FindDeclared;
  #encoding = 'ascii';
  #decoder: Decoder | undefined;
  #head: Buffer | undefined;
  /** Bytes that wait for the encoding to be known. */
  #held: Uint8Array[] = [];
  #heldLength = 0;

  constructor(findDeclared: FindDeclared) {
    this.#findDeclared = findDeclared;
  }

  /** The encoding as far as it is known: ASCII until something else is met. */
  get encoding(): string {
    return this.#encoding;
  }

  write(bytes: Uint8Array): string {
    if (this.#decoder) return this.#decoder.write(bytes);
    if (this.#head) return this.#writeAscii(this.#head, bytes);
    this.#hold(bytes);
    return this.#heldLength >= headLength ? this.#readHead() : '';
  }

  end(): string {
    const text = this.#head ? '' : this.#readHead();
    const rest = this.#head && !this.#decoder && this.#heldLength > 0 ? this.#judge(this.#head) : '';
    return text + rest + (this.#decoder?.end() ?? '');
  }

  #readHead(): string {
    const bytes = this.#release();
    const head = bytes.subarray(0, headLength);
    this.#head = head;
    const unicode = encodingOfMark(head) ?? encodingOfUnits(head.subarray(0, unitsLength));
    return unicode ? this.#decideFor(unicode, bytes) : this.#writeAscii(head, bytes);
  }

  #writeAscii(head: Buffer, bytes: Uint8Array): string {
    const end = this.#heldLength > 0 ? 0 : lengthOfAscii(bytes);
    if (end < bytes.length) this.#hold(bytes.subarray(end));
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, end).toString('latin1');
    return this.#heldLength >= sampleLength ? text + this.#judge(head) : text;
  }

  #judge(head: Buffer): string {
    const bytes = this.#release();
    const sample = {
      bytes: Buffer.concat([head.subarray(0, lengthOfAscii(head)), bytes.subarray(0, sampleLength)]),
      isCut: bytes.length >= sampleLength,
    };
    return this.#decideFor(detectEncoding(sample, this.#findDeclared(head.toString('latin1'))), bytes);
  }

  #decideFor(encoding: string, bytes: Uint8Array): string {
    this.#encoding = encoding;
    this.#decoder = createDecoder(encoding);
    return this.#decoder.write(bytes);
  }

  #hold(bytes: Uint8Array): void {
    this.#held.push(bytes);
    this.#heldLength += bytes.length;
  }

  #release(): Buffer {
    const bytes = Buffer.concat(this.#held);
    this.#held = [];
    this.#heldLength = 0;
    return bytes;
  }
}

const escapeCode = 0x1b;

/** Returns the number of bytes are surely ASCII; an escape may begin the characters of ISO-2022-JP. */
function lengthOfAscii(bytes: Uint8Array): number {
  if (isAscii(bytes) && !bytes.includes(escapeCode)) return bytes.length;
  return bytes.findIndex((byte) => byte > 0x7f || byte === escapeCode);
}

/**
 * Decodes a text file in any encoding, cleans it (see `clean-text.ts`) and cuts it into pieces of 64 Ki
 * characters, regardless of how its bytes were split. Memory is bounded by a few pieces. `noteEncoding` is called at the end.
 */
export function decodeText(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  findDeclared: FindDeclared,
  noteEncoding?: (encoding: string) => void,
): AsyncIterable<string> {
  return cutText(decodeBytes(bytes, findDeclared, noteEncoding));
}

async function* decodeBytes(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  findDeclared: FindDeclared,
  noteEncoding?: (encoding: string) => void,
): AsyncGenerator<string> {
  const decoder = new DetectingDecoder(findDeclared);
  const cleaner = createTextCleaner(() => decoder.encoding);
  for await (const chunk of bytes) yield cleaner.clean(decoder.write(chunk));
  yield cleaner.end(decoder.end());
  noteEncoding?.(decoder.encoding);
}

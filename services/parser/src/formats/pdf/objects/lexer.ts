import { hexValue, isRegular, isWhiteSpace } from './characters.ts';
import { Keyword, Name, type PdfObject } from './types.ts';

/** The end of the bytes. */
export const END = Symbol('end');
/** Marks of structure; told apart from objects by being symbols. */
export const ARRAY_OPEN = Symbol('[');
export const ARRAY_CLOSE = Symbol(']');
export const DICTIONARY_OPEN = Symbol('<<');
export const DICTIONARY_CLOSE = Symbol('>>');

export type Token =
  | typeof END
  | typeof ARRAY_OPEN
  | typeof ARRAY_CLOSE
  | typeof DICTIONARY_OPEN
  | typeof DICTIONARY_CLOSE
  | Exclude<PdfObject, null>
  | null;

const names = new Map<string, Name>();
const keywords = new Map<string, Keyword>();
/** Enough for what files have in common; what is beyond is not kept. */
const maxInterned = 5_000;

function intern<Value>(known: Map<string, Value>, text: string, create: (text: string) => Value): Value {
  const found = known.get(text);
  if (found) return found;
  const made = create(text);
  if (known.size < maxInterned) known.set(text, made);
  return made;
}

const toName = (text: string) => intern(names, text, (value) => new Name(value));
const toKeyword = (text: string) => intern(keywords, text, (value) => new Keyword(value));

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** Reads the tokens of PDF syntax from bytes, one after the other. */
export class Lexer {
  readonly bytes: Uint8Array;
  position: number;

  constructor(bytes: Uint8Array, position = 0) {
    this.bytes = bytes;
    this.position = position;
  }

  next(): Token {
    this.skipWhiteSpace();
    const byte = this.bytes[this.position];
    if (byte === undefined) return END;
    if (isNumberStart(byte)) return this.#readNumber();
    if (isRegular(byte)) return this.#readKeyword();
    return this.#readDelimited(byte);
  }

  /** White space and comments. */
  skipWhiteSpace(): void {
    const { bytes } = this;
    let { position } = this;
    for (;;) {
      const byte = bytes[position];
      if (byte === undefined) break;
      if (byte === 0x25)
        while (position < bytes.length && bytes[position] !== 0x0a && bytes[position] !== 0x0d) position++;
      else if (isWhiteSpace(byte)) position++;
      else break;
    }
    this.position = position;
  }

  #readDelimited(byte: number): Token {
    const following = this.bytes[this.position + 1];
    this.position++;
    switch (byte) {
      case 0x2f:
        return this.#readName();
      case 0x28:
        return this.#readString();
      case 0x5b:
        return ARRAY_OPEN;
      case 0x5d:
        return ARRAY_CLOSE;
      case 0x3c:
        if (following !== 0x3c) return this.#readHexString();
        this.position++;
        return DICTIONARY_OPEN;
      case 0x3e:
        if (following === 0x3e) this.position++;
        return DICTIONARY_CLOSE;
      default:
        return toKeyword(String.fromCharCode(byte));
    }
  }

  /** Also what writers produce against the rules: `--5`, `1.2.3`, `4-5`. */
  #readNumber(): Token {
    const { bytes } = this;
    const start = this.position;
    let position = start;
    let sign = 1;
    let byte = bytes[position] as number;
    while (byte === 0x2d || byte === 0x2b) {
      if (byte === 0x2d) sign = -1;
      byte = bytes[++position] as number;
    }
    let value = 0;
    let digits = 0;
    while (byte >= 0x30 && byte <= 0x39) {
      value = value * 10 + (byte - 0x30);
      digits++;
      byte = bytes[++position] as number;
    }
    if (byte === 0x2e) {
      let scale = 1;
      byte = bytes[++position] as number;
      while (byte >= 0x30 && byte <= 0x39) {
        scale /= 10;
        value += (byte - 0x30) * scale;
        digits++;
        byte = bytes[++position] as number;
      }
    }
    while (byte === 0x2d || byte === 0x2e || (byte >= 0x30 && byte <= 0x39))
      byte = bytes[++position] as number;
    this.position = position;
    if (digits === 0 && position === start) this.position++;
    // A word that begins like a number, as `2d`, is no number, but nothing else either.
    return sign * value;
  }

  #readKeyword(): Token {
    const start = this.position;
    const word = this.#regularText();
    switch (word) {
      case 'true':
        return true;
      case 'false':
        return false;
      case 'null':
        return null;
      default:
        if (this.position === start) this.position++;
        return toKeyword(word);
    }
  }

  #regularText(): string {
    const { bytes } = this;
    const start = this.position;
    let position = start;
    while (position < bytes.length && isRegular(bytes[position] as number)) position++;
    this.position = position;
    return latin1(bytes, start, position);
  }

  #readName(): Name {
    const text = this.#regularText();
    if (!text.includes('#')) return toName(text);
    return toName(
      text.replace(/#([\dA-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    );
  }

  #readHexString(): string {
    const { bytes } = this;
    const codes: number[] = [];
    let text = '';
    let high = -1;
    for (; this.position < bytes.length; this.position++) {
      const byte = bytes[this.position] as number;
      if (byte === 0x3e) break;
      const value = hexValue(byte);
      if (value < 0) continue;
      if (high < 0) high = value;
      else {
        codes.push(high * 16 + value);
        high = -1;
        if (codes.length === longestCall) text += String.fromCharCode(...codes.splice(0));
      }
    }
    this.position++;
    if (high >= 0) codes.push(high * 16);
    return text + String.fromCharCode(...codes);
  }

  #readString(): string {
    const { bytes } = this;
    const start = this.position;
    let depth = 1;
    let isPlain = true;
    let position = start;
    for (; position < bytes.length; position++) {
      const byte = bytes[position];
      if (byte === 0x5c) {
        isPlain = false;
        position++;
      } else if (byte === 0x28) depth++;
      else if (byte === 0x29 && --depth === 0) break;
      else if (byte === 0x0d) isPlain = false;
    }
    this.position = Math.min(position + 1, bytes.length);
    const text = latin1(bytes, start, Math.min(position, bytes.length));
    return isPlain ? text : unescapeString(text);
  }
}

const isNumberStart = (byte: number) =>
  (byte >= 0x30 && byte <= 0x39) || byte === 0x2d || byte === 0x2e || byte === 0x2b;

function unescapeString(text: string): string {
  return text.replace(/\\([0-7]{1,3}|\r\n|[\s\S])|\r\n?/g, (whole, escaped?: string) => {
    if (escaped === undefined) return '\n';
    if (/^[0-7]/.test(escaped)) return String.fromCharCode(Number.parseInt(escaped, 8) & 0xff);
    if (escaped === '\n' || escaped === '\r' || escaped === '\r\n') return '';
    return escapes[escaped] ?? whole.slice(1);
  });
}

/** Arguments of one call; the engine's stack takes many more. */
const longestCall = 1_024;
/** A shorter text is made faster of its characters than by a call out of the engine. */
const shortText = 12;

/** Bytes as text, a character for each. */
export function latin1(bytes: Uint8Array, start: number, end: number): string {
  if (end - start <= shortText) {
    let text = '';
    for (let index = start; index < end; index++) text += String.fromCharCode(bytes[index] as number);
    return text;
  }
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
}

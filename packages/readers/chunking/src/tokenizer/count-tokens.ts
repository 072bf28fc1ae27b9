import { mergeBytePairs } from './byte-pair-merge.ts';
import { vocabulary } from './vocabulary.ts';

/** The classes that the pattern of cl100k_base distinguishes: \p{L}, \p{N}, \s, [\r\n], and everything else. */
const other = 0;
const letter = 1;
const digit = 2;
const space = 3;
const newline = 4;

const plane = 0x10000;
let basicPlane: Uint8Array | undefined;

/** The class of each UTF-16 code unit, made at first use. Surrogates are OTHER here: see `classAt`. */
function characterClasses(): Uint8Array {
  basicPlane ??= Uint8Array.from({ length: plane }, (_, code) => classOf(String.fromCharCode(code)));
  return basicPlane;
}

/** The class of the code point that begins at `index`. A lone surrogate is OTHER. */
function classAt(text: string, index: number, classes: Uint8Array): number {
  const code = text.charCodeAt(index);
  if (code >= 0xd800 && code <= 0xdbff && widthAt(text, index) === 2) {
    return classOf(text.slice(index, index + 2));
  }
  return classes[code] ?? other;
}

/** 2 where a surrogate pair begins, otherwise 1. */
function widthAt(text: string, index: number): 1 | 2 {
  const code = text.charCodeAt(index);
  return code >= 0xd800 && code <= 0xdbff && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00 ? 2 : 1;
}

function classOf(character: string): number {
  if (/\p{L}/u.test(character)) return letter;
  if (/\p{N}/u.test(character)) return digit;
  if (/[\r\n]/.test(character)) return newline;
  // White space as Rust's `\s`, the reference, defines it; JavaScript's includes U+FEFF and lacks U+0085.
  return /\p{White_Space}/u.test(character) ? space : other;
}

const apostrophe = 0x27;
const blank = 0x20;
const longS = 0x17f;
const lowerCase = 0x20;

/**
 * Returns the end of the piece that begins at `start`. Byte pairs are merged within pieces only, which are the matches of
 * `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+` (openai/tiktoken,
 * cl100k_base). Written out because a regular expression takes three times as long.
 *
 * No piece looks back, and a space after a visible character always begins one: so tokens can be counted separately on both sides of a
 * space, and of the end of a line.
 */
function pieceEnd(text: string, start: number): number {
  const classes = characterClasses();
  if (text.charCodeAt(start) === apostrophe) {
    const end = contractionEnd(text, start);
    if (end > start) return end;
  }
  const first = classAt(text, start, classes);
  if (first === letter) return runEnd(text, start, letter, classes);
  if (first === digit) return numberEnd(text, start, classes);

  const second = start + widthAt(text, start);
  const following = second < text.length ? classAt(text, second, classes) : newline;
  if (first !== newline && following === letter) return runEnd(text, second, letter, classes);
  if (first === other || (following === other && text.charCodeAt(start) === blank)) {
    return newlinesEnd(text, runEnd(text, second, other, classes), classes);
  }
  return whiteSpaceEnd(text, start, classes);
}

function contractionEnd(text: string, start: number): number {
  const first = text.charCodeAt(start + 1);
  if (first === longS) return start + 2; // A lower-case s, to a case-insensitive pattern.
  switch (String.fromCharCode(first | lowerCase)) {
    case 's':
    case 't':
    case 'm':
    case 'd':
      return start + 2;
    case 'r':
    case 'v':
      return /e/i.test(text.charAt(start + 2)) ? start + 3 : start;
    case 'l':
      return /l/i.test(text.charAt(start + 2)) ? start + 3 : start;
    default:
      return start;
  }
}

function runEnd(text: string, start: number, wanted: number, classes: Uint8Array): number {
  let end = start;
  while (end < text.length) {
    const code = text.charCodeAt(end);
    if (code < 0xd800 || code > 0xdfff) {
      if (classes[code] !== wanted) break;
      end++;
    } else {
      if (classAt(text, end, classes) !== wanted) break;
      end += widthAt(text, end);
    }
  }
  return end;
}

function numberEnd(text: string, start: number, classes: Uint8Array): number {
  let end = start;
  for (let digits = 0; digits < 3 && end < text.length; digits++) {
    if (classAt(text, end, classes) !== digit) break;
    end += widthAt(text, end);
  }
  return end;
}

function newlinesEnd(text: string, start: number, classes: Uint8Array): number {
  let end = start;
  while (end < text.length && classes[text.charCodeAt(end)] === newline) end++;
  return end;
}

/** Up to the last line break of the run; without one, up to the space that belongs to the word after it. */
function whiteSpaceEnd(text: string, start: number, classes: Uint8Array): number {
  let end = start;
  let afterNewline = start;
  for (; end < text.length; end++) {
    const current = classes[text.charCodeAt(end)];
    if (current === newline) afterNewline = end + 1;
    else if (current !== space) break;
  }
  if (afterNewline > start) return afterNewline;
  return end === text.length || end - start === 1 ? end : end - 1;
}

/** UTF-16 units of a piece that is merged once, to be cut, and not another time before, to be counted. */
const longPiece = 1_024;
const cachedLength = 64;
const cachedPieces = 50_000;
const maxRestingBufferLength = 1 << 16;

const encoder = new TextEncoder();
const cache = new Map<string, number>();
let buffer = new Uint8Array(1 << 12);

/**
 * The number of cl100k_base tokens of a text, as OpenAI's models count them. Names of special tokens
 * (`<|endoftext|>`) are ordinary text; a lone surrogate counts as U+FFFD. Time is linear in the length, but for a
 * factor of log n within a run of letters or of marks.
 */
export function countTokens(text: string): number {
  let tokens = 0;
  for (let start = 0; start < text.length; ) {
    const end = pieceEnd(text, start);
    tokens += countPiece(text, start, end);
    start = end;
  }
  if (buffer.length > maxRestingBufferLength) buffer = new Uint8Array(maxRestingBufferLength);
  return tokens;
}

/**
 * Cuts a text into parts of at most `limit` tokens, and returns where each part ends (UTF-16 offsets, the last is the
 * text's length). Cuts between words, within a longer word between tokens, and never within a code point: one that
 * takes more than `limit` tokens is a part of its own.
 */
export function cutAfterTokens(text: string, limit: number): number[] {
  const cuts: number[] = [];
  let tokens = 0;
  for (let start = 0; start < text.length; ) {
    const end = pieceEnd(text, start);
    const count = end - start > longPiece ? Number.POSITIVE_INFINITY : countPiece(text, start, end);
    if (tokens + count > limit && tokens > 0) {
      cuts.push(start);
      tokens = 0;
    }
    if (count > limit) for (const cut of cutsWithin(text.slice(start, end), limit)) cuts.push(start + cut);
    else tokens += count;
    start = end;
  }
  if (tokens > 0) cuts.push(text.length);
  return cuts;
}

function countPiece(text: string, start: number, end: number): number {
  const rankOf = vocabulary();
  const length = encode(text, start, end);
  if (rankOf(buffer, 0, length) >= 0) return 1;
  if (end - start > cachedLength) return mergeBytePairs(buffer, length, rankOf).length - 1;

  const piece = text.slice(start, end);
  const known = cache.get(piece);
  if (known !== undefined) return known;
  const count = mergeBytePairs(buffer, length, rankOf).length - 1;
  if (cache.size >= cachedPieces) cache.clear();
  cache.set(piece, count);
  return count;
}

/** Puts the UTF-8 of a part of the text into `buffer`, and returns its length. */
function encode(text: string, start: number, end: number): number {
  if (buffer.length < 3 * (end - start)) buffer = new Uint8Array(3 * (end - start));
  for (let index = start; index < end; index++) {
    const code = text.charCodeAt(index);
    if (code > 0x7f) return encoder.encodeInto(text.slice(start, end), buffer).written;
    buffer[index - start] = code;
  }
  return end - start;
}

/** A part of a valid encoding is the encoding of its bytes: so counting the tokens between two cuts is exact. */
function cutsWithin(piece: string, limit: number): number[] {
  const length = encode(piece, 0, piece.length);
  const starts = mergeBytePairs(buffer, length, vocabulary());
  const tokenEnds = new Set<number>(starts.subarray(1));
  const cuts: number[] = [];
  let bytes = 0;
  let tokens = 0; // Up to `bytes`, since the last cut.
  let end = 0; // The last place since the last cut where a token and a code point end.
  let tokensAtEnd = 0;
  for (let index = 0; index < piece.length; ) {
    const codePoint = piece.codePointAt(index) ?? 0;
    const width = codePoint > 0xffff ? 2 : 1;
    for (let last = bytes + utf8Length(codePoint); bytes < last; ) if (tokenEnds.has(++bytes)) tokens++;
    if (tokens > limit && end > (cuts.at(-1) ?? 0)) {
      cuts.push(end);
      tokens -= tokensAtEnd;
    }
    index += width;
    if (tokenEnds.has(bytes)) {
      end = index;
      tokensAtEnd = tokens;
    }
  }
  cuts.push(piece.length);
  return cuts;
}

function utf8Length(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}

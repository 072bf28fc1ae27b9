import { mergeBytePairs } from './byte-pair-merge.ts';
import { pieceEnd } from './piece.ts';
import { vocabulary } from './vocabulary.ts';

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

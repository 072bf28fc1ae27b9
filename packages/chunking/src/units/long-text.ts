import { cutAfterTokens } from '../tokenizer/count-tokens.ts';
import { Cut, countUnitTokens, type Unit } from './unit.ts';

/** Up to the next space, or to a mark after which Chinese and Japanese may be cut without one. */
const WORD = /\s*[^\s、，；：。！？」』）]*(?:[、，；：。！？」』）]+\s*|\s+|$)/gy;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Cuts a unit into its words, and a word of more than `limit` tokens between graphemes. So a long sentence, or a line of
 * 100 MB, can be cut anywhere, but where it is cut depends on the words there and not on how they were counted.
 */
export function splitLongText(unit: Unit, limit: number): Unit[] {
  const parts: Unit[] = [];
  let cut = unit.cut;
  for (const { start, end } of wordsOf(unit.text)) {
    const text = unit.text.slice(start, end);
    const tokens = countWordTokens(unit.text, start, end, limit);
    const word = { ...unit, start: unit.start + start, text, tokens, cut };
    if (tokens <= limit) parts.push(word);
    else for (const part of splitLongWord(word, limit)) parts.push(part);
    cut = /[\r\n]/.test(text) ? Cut.LINE : Cut.WORD;
  }
  return parts;
}

/** Cuts a unit between graphemes, or between code points where even a grapheme has more than `limit` tokens. */
export function splitLongWord(unit: Unit, limit: number): Unit[] {
  return splitAt(unit, graphemeCuts(unit.text, limit));
}

/** The last resort: one part for each visible code point. */
export function splitIntoCodePoints(unit: Unit): Unit[] {
  let end = 0;
  const cuts = Array.from(unit.text, (character) => {
    end += character.length;
    return { end, cut: Cut.FRAGMENT };
  });
  return splitAt(unit, cuts);
}

/** White space goes with the part before; what is at the beginning, with the part that follows. */
function splitAt(unit: Unit, cuts: readonly PlaceToCut[]): Unit[] {
  const visible = unit.text.trimEnd().length;
  const parts: Unit[] = [];
  let start = 0;
  let { cut } = unit;
  for (const [index, place] of cuts.entries()) {
    const next = unit.text.slice(place.end, cuts[index + 1]?.end);
    if (place.end < visible && (next.trim() === '' || unit.text.slice(start, place.end).trim() === ''))
      continue;
    const end = place.end < visible ? place.end : unit.text.length;
    const text = unit.text.slice(start, end);
    parts.push({ ...unit, start: unit.start + start, text, tokens: countUnitTokens(text), cut });
    if (end === unit.text.length) break;
    start = end;
    cut = place.cut;
  }
  return parts;
}

/** UTF-16 units a token that are more than any language or code has on average. */
const LONGEST_AVERAGE = 16;

/** Whether a text is so long that it need not be counted to know that it is to be cut. */
export function isSurelyLonger(text: string, limit: number): boolean {
  return text.length > limit * LONGEST_AVERAGE;
}

/** A word that follows a space is counted with it, as it will be in the chunk. */
function countWordTokens(text: string, start: number, end: number, limit: number): number {
  const word = text.slice(text.charAt(start - 1) === ' ' ? start - 1 : start, end);
  return isSurelyLonger(word, limit) ? Number.POSITIVE_INFINITY : countUnitTokens(word);
}

function wordsOf(text: string): { start: number; end: number }[] {
  const words = [];
  WORD.lastIndex = 0;
  for (let start = 0; start < text.length; start = WORD.lastIndex) {
    WORD.exec(text);
    words.push({ start, end: WORD.lastIndex });
  }
  return words;
}

interface PlaceToCut {
  readonly end: number;
  readonly cut: number;
}

/** The cuts of the tokenizer, each moved back to where a grapheme begins if that leaves something before it. */
function graphemeCuts(text: string, limit: number): PlaceToCut[] {
  const ends = cutAfterTokens(text, limit);
  if (isAscii(text)) return ends.map((end) => ({ end, cut: Cut.FRAGMENT }));
  const segments = graphemes.segment(text);
  let last = 0;
  return ends.map((end) => {
    const begin = segments.containing(end)?.index ?? end;
    const isWhole = begin > last;
    last = isWhole ? begin : end;
    return { end: last, cut: isWhole ? Cut.FRAGMENT : Cut.GLUED };
  });
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0x7f) return false;
  return true;
}

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
    // A word that follows a space is counted with it, as it will be in the chunk.
    const tokens = countUnitTokens(unit.text.charAt(start - 1) === ' ' ? ` ${text}` : text);
    const word = { ...unit, start: unit.start + start, text, tokens, cut };
    if (tokens <= limit) parts.push(word);
    else for (const part of splitLongWord(word, limit)) parts.push(part);
    cut = /[\r\n]/.test(text) ? Cut.LINE : Cut.WORD;
  }
  return parts;
}

/** Cuts a unit between graphemes, or between code points where even a grapheme has more than `limit` tokens. */
export function splitLongWord(unit: Unit, limit: number): Unit[] {
  const parts: Unit[] = [];
  let start = 0;
  for (const end of graphemeCuts(unit.text, limit)) {
    const text = unit.text.slice(start, end);
    if (text.trim() === '') continue; // White space goes with what follows.
    const cut = start === 0 ? unit.cut : Cut.FRAGMENT;
    parts.push({ ...unit, start: unit.start + start, text, tokens: countUnitTokens(text), cut });
    start = end;
  }
  return parts;
}

/** The last resort: one part for each visible code point. */
export function splitIntoCodePoints(unit: Unit): Unit[] {
  const parts: Unit[] = [];
  let { start, cut } = unit;
  for (const text of unit.text) {
    if (text.trim() !== '') {
      parts.push({ ...unit, start, text, tokens: countUnitTokens(text), cut });
      cut = Cut.FRAGMENT;
    }
    start += text.length;
  }
  return parts;
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

/** The cuts of the tokenizer, each moved back to where a grapheme begins if that leaves something before it. */
function graphemeCuts(text: string, limit: number): number[] {
  const boundaries = cutAfterTokens(text, limit);
  if (isAscii(text)) return boundaries;
  const segments = graphemes.segment(text);
  const cuts: number[] = [];
  for (const boundary of boundaries) {
    const start = segments.containing(boundary)?.index ?? boundary;
    cuts.push(start > (cuts.at(-1) ?? 0) ? start : boundary);
  }
  return cuts;
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0x7f) return false;
  return true;
}

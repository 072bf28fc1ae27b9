import { cutAfterTokens } from '../tokenizer/count-tokens.ts';
import { Cut, measureText, type Unit } from './unit.ts';

/** Up to the next space, or to a mark after which Chinese and Japanese may be cut without one. */
const wordPattern = /\s*[^\s、，；：。！？」』）]*(?:[、，；：。！？」』）]+\s*|\s+|$)/gy;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Cuts a unit into its words, and a word of more than `limit` tokens between graphemes. So a long sentence, or a line of
 * 100 MB, can be cut anywhere, but where it is cut depends on the words there and not on how they were counted.
 */
export function splitLongText(unit: Unit, limit: number): Unit[] {
  const parts: Unit[] = [];
  let before = unit.lead;
  let { cut } = unit;
  for (const { start, end } of wordsOf(unit.text)) {
    const text = unit.text.slice(start, end);
    const word = partOf(unit, start, text, before, cut, limit);
    if (word.tokens <= limit) parts.push(word);
    else for (const part of splitLongWord(word, limit)) parts.push(part);
    before = text;
    cut = /[\r\n]/.test(text) ? Cut.LINE : Cut.WORD;
  }
  return parts;
}

/** Cuts a unit between graphemes, or between code points where even a grapheme has more than `limit` tokens. */
export function splitLongWord(unit: Unit, limit: number): Unit[] {
  return splitAt(unit, graphemeCuts(unit.text, limit));
}

/** Splits a unit into its single visible code points, where splitLongWord could not divide it. Leading white space of the unit is dropped; other white space stays with the code point before it. */
export function splitIntoCodePoints(unit: Unit): Unit[] {
  const text = unit.text.trimStart();
  const visible = { ...unit, text, start: unit.start + unit.text.length - text.length };
  let end = 0;
  const cuts = Array.from(text, (character) => {
    end += character.length;
    return { end, cut: Cut.FRAGMENT };
  });
  return splitAt(visible, cuts);
}

/** White space belongs to the part before it; leading white space to the part after it. */
function splitAt(unit: Unit, cuts: readonly PlaceToCut[]): Unit[] {
  const visible = unit.text.trimEnd().length;
  const parts: Unit[] = [];
  let start = 0;
  let before = unit.lead;
  let { cut } = unit;
  for (const [index, place] of cuts.entries()) {
    const next = unit.text.slice(place.end, cuts[index + 1]?.end);
    if (place.end < visible && (next.trim() === '' || unit.text.slice(start, place.end).trim() === ''))
      continue;
    const end = place.end < visible ? place.end : unit.text.length;
    const text = unit.text.slice(start, end);
    parts.push(partOf(unit, start, text, before, cut));
    if (end === unit.text.length) break;
    start = end;
    before = text;
    cut = place.cut;
  }
  return parts;
}

/** A part that stands after `before`; the first part stands where the unit does. */
function partOf(
  unit: Unit,
  start: number,
  text: string,
  before: string,
  cut: number,
  limit = Infinity,
): Unit {
  const measure = measureText(before, text, limit);
  const isSeparate = start === 0 ? unit.isSeparate : measure.isSeparate;
  return { ...unit, ...measure, isSeparate, start: unit.start + start, text, cut };
}

function wordsOf(text: string): { start: number; end: number }[] {
  const words = [];
  wordPattern.lastIndex = 0;
  for (let start = 0; start < text.length; start = wordPattern.lastIndex) {
    wordPattern.exec(text);
    words.push({ start, end: wordPattern.lastIndex });
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

import { Cut } from '../units/unit.ts';
import type { UnitWriter } from '../units/unit-writer.ts';
import type { Line } from './line-reader.ts';

/** Gets a sentence with the white space after it, and where in the source it begins. */
type EmitSentence = (text: string, start: number) => void;

interface SentenceReader {
  /** Pushes text that continues the previous one. */
  push(text: string, start: number): void;
  end(): void;
}

/** Characters after which a text without an end of a sentence is passed on as it is. */
const maxSentenceLength = 8_192;

/** Cuts prose into sentences, as it comes. */
function createSentenceReader(emit: EmitSentence): SentenceReader {
  let pending = '';
  let start = 0;
  let scanned = 0;

  const take = (end: number) => {
    if (end > 0) emit(pending.slice(0, end), start);
    pending = pending.slice(end);
    start += end;
    scanned = 0;
  };

  return {
    push(text, offset) {
      if (pending === '') start = offset;
      pending += text;
      for (;;) {
        const found = findSentenceEnd(pending, scanned);
        if (!found.ends) {
          scanned = found.index;
          break;
        }
        take(found.index);
      }
      if (pending.length > maxSentenceLength) take(pending.length);
    },
    end: () => take(pending.length),
  };
}

const fullStop = '.';
const terminator = /[.!?…。！？｡]/g;
const terminators = new Set('.!?…。！？｡');
/** These end a sentence without a space after them. */
const wideTerminators = new Set('。！？｡');
const closers = new Set('"\'”’»)]*_`」』）】〉》');
const abbreviations = new Set(
  'al approx ca cf co corp dept dr e.g ed eds eq etc fig figs gen i.e inc jr ltd mr mrs ms no nos p pp prof ref rev sec sr st vol vs'.split(
    ' ',
  ),
);

/** The first end at or after `from`, or from where to search on when there is more text. */
function findSentenceEnd(text: string, from: number): { ends: boolean; index: number } {
  terminator.lastIndex = from;
  for (let match = terminator.exec(text); match; match = terminator.exec(text)) {
    const closed = skip(text, match.index + 1, (code) => closesSentence(String.fromCharCode(code)));
    const next = skip(text, closed, isSpace);
    if (next === text.length) return { ends: false, index: match.index };
    const ends =
      wideTerminators.has(match[0]) || (next > closed && endsSentence(text, match.index, closed, next));
    if (ends) return { ends, index: next };
    terminator.lastIndex = closed;
  }
  return { ends: false, index: text.length };
}

function skip(text: string, start: number, isSkipped: (code: number) => boolean): number {
  let index = start;
  while (index < text.length && isSkipped(text.charCodeAt(index))) index++;
  return index;
}

function closesSentence(character: string): boolean {
  return terminators.has(character) || closers.has(character);
}

/** A full stop may as well end an abbreviation, an initial or the number of an item. */
function endsSentence(text: string, index: number, closed: number, next: number): boolean {
  if (text.charAt(index) !== fullStop || closed > index + 1) return true;
  if (/\p{Ll}/u.test(text.charAt(next))) return false;
  const word = /[\p{L}\p{N}.]*$/u.exec(text.slice(Math.max(0, index - 12), index))?.[0] ?? '';
  return !/^(?:\p{Lu}|\d{1,3})$/u.test(word) && !abbreviations.has(word.toLowerCase());
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0 || code === 0x3000;
}

/** A run of text that is written sentence by sentence. */
export interface Prose {
  /** Ends the text before, and says how good it is to cut before the next. */
  begin(cut: number): void;
  push(line: Line): void;
  end(): void;
}

export function createProse(writer: UnitWriter): Prose {
  let cut: number = Cut.SENTENCE;
  const sentences = createSentenceReader((text, start) => {
    writer.add({ text, start, cut, isProse: true });
    cut = Cut.SENTENCE;
  });

  return {
    begin(first) {
      sentences.end();
      cut = first;
    },
    push: (line) => sentences.push(line.text, line.start),
    end: () => sentences.end(),
  };
}

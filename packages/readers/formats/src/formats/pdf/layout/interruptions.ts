import { caption, isFull, type Line, sentenceEnd } from './lines.ts';
import { readMarker } from './list-marker.ts';
import type { Part } from './read-blocks.ts';
import type { BodyLook } from './typography.ts';

/** In units of the body's size: notes at the foot of a page and captions are smaller. */
const noteSize = 0.93;
const sameSize = 0.6;
/** In units of the font's size. */
const indent = 0.6;
const paragraphGap = 1.75;
/** Parts that are held back at most; a longer interruption is none. */
const maxHeldParts = 200;

const cutWord = /\p{L}[-\u00ad\u2010]$/u;

/**
 * Puts parts of a document in the order in which they are read: a note at the foot of a column, a caption or a table at the top of the
 * next one stand behind the paragraph that goes on there, not within its sentence.
 */
export class Interruptions {
  readonly #bodySize: number;
  #last: Line | undefined;
  #held: Part[] = [];
  /** Whether the paragraph goes on already, so that what is held follows its end. */
  #isResumed = false;

  constructor({ bodySize }: BodyLook) {
    this.#bodySize = bodySize;
  }

  /** The parts that are next in reading order, now that this one is known. */
  add(part: Part): Part[] {
    if (this.#held.length > maxHeldParts) return [...this.end(), ...this.add(part)];
    if (this.#isResumed) return this.#goOn(part);
    if (this.#held.length > 0) return this.#resume(part);
    if (this.#last && isUnfinished(this.#last) && this.#interrupts(part)) {
      this.#held.push(part);
      return [];
    }
    this.#remember(part);
    return [part];
  }

  /** Returns the parts that are still held back. */
  end(): Part[] {
    const [first, ...others] = this.#held;
    this.#held = [];
    this.#isResumed = false;
    this.#last = undefined;
    return first ? [{ ...first, breaks: true }, ...others] : [];
  }

  #remember(part: Part): void {
    this.#last = this.#isBody(part) ? part.line : undefined;
  }

  #isBody(part: Part): part is Part & { kind: 'line' } {
    if (part.kind !== 'line') return false;
    const { size, known, monospaced, isEntry, isNote } = part.line;
    return Math.abs(size - this.#bodySize) < sameSize && !known && !monospaced && !isEntry && !isNote;
  }

  #interrupts(part: Part): boolean {
    if (part.kind === 'box') return false;
    if (part.kind === 'table') return part.breaks;
    const { line, breaks } = part;
    if (line.known || line.monospaced || line.isEntry) return false;
    const isSmall = line.isNote || line.size < noteSize * this.#bodySize;
    return isSmall || (breaks && caption.test(line.text));
  }

  /** Takes a part behind what is held: the paragraph goes on with it, or it is held too, or there was nothing that goes on. */
  #resume(part: Part): Part[] {
    const before = this.#last as Line;
    const isOfCaption = this.#isBody(part) && this.#isOfCaption(part);
    if (this.#isBody(part) && !isOfCaption && goesOn(before, part.line)) {
      this.#isResumed = true;
      this.#last = part.line;
      return [{ ...part, breaks: true }];
    }
    if (isOfCaption || this.#interrupts(part)) {
      this.#held.push(part);
      return [];
    }
    const held = this.#held;
    this.#held = [];
    this.#remember(part);
    return [...held, part];
  }

  /** Whether a line of the body's size is one of the caption that is held. */
  #isOfCaption({ line, breaks }: Part & { kind: 'line' }): boolean {
    const above = this.#held.at(-1);
    if (breaks || above?.kind !== 'line' || !this.#held.some(isCaption)) return false;
    return line.y > above.line.y && line.y - above.line.y < paragraphGap * line.size;
  }

  #goOn(part: Part): Part[] {
    const before = this.#last as Line;
    if (this.#isBody(part) && belongsTo(before, part)) {
      this.#last = part.line;
      return [part];
    }
    if (isUnfinished(before) && this.#interrupts(part)) {
      this.#isResumed = false;
      this.#held.push(part);
      return [];
    }
    const held = this.end();
    this.#remember(part);
    return [...held, { ...part, breaks: true }];
  }
}

const isCaption = (part: Part) => part.kind === 'line' && caption.test(part.line.text);

/** Whether a line ends in the middle of a sentence, at the edge of its column. */
const isUnfinished = (line: Line) =>
  isFull(line) && line.x2 - line.x1 > 10 * line.size && !sentenceEnd.test(line.text);

function goesOn(before: Line, line: Line): boolean {
  if (line.x1 - line.left > indent * line.size || line.bold !== before.bold) return false;
  if (/^\p{Ll}/u.test(line.text)) return true;
  return !cutWord.test(before.text) && isFull(line) && !caption.test(line.text) && !readMarker(line);
}

/** Whether a line is the next one of the paragraph. */
function belongsTo(before: Line, { line, breaks }: Part & { kind: 'line' }): boolean {
  if (breaks) return isUnfinished(before) && goesOn(before, line);
  const gap = line.y - before.y;
  return (
    gap > 0 && gap < paragraphGap * line.size && isFull(before) && line.x1 - line.left < indent * line.size
  );
}

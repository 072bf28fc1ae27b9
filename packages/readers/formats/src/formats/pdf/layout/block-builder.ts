import type { Block, Place } from '../../../document-tree/tree.ts';
import { addPlace } from './add-place.ts';
import { appendLine } from './append-line.ts';
import { plainText } from './inlines.ts';
import { caption, isFull, type Line, mayBeHeading, sentenceEnd } from './lines.ts';
import { readMarker } from './list-marker.ts';
import { type CodeLine, type OpenBlock, type OpenItem, toBlocks } from './open-block.ts';
import type { Part } from './read-blocks.ts';
import type { Typography } from './typography.ts';
import { joinTables, type TablePart } from './unruled-rows.ts';

/** Pieces of a paragraph; a longer one is written in parts, so that it need not be held. */
const maxPieces = 20_000;
/** In units of the font's size. */
const indentStep = 0.8;

/** Makes blocks of the lines of a document, page after page. */
export class BlockBuilder {
  readonly #typography: Typography;
  readonly #areHeadingsKnown: boolean;
  #open: OpenBlock | undefined;
  #at: Place[] = [];

  /** Creates a builder. If the document's headings are known, only the lines marked as headings become headings. */
  constructor(typography: Typography, areHeadingsKnown: boolean) {
    this.#typography = typography;
    this.#areHeadingsKnown = areHeadingsKnown;
  }

  #levelOf(line: Line): number | undefined {
    if (line.known) return line.known.level;
    if (!mayBeHeading(line, this.#typography)) return undefined;
    if (this.#areHeadingsKnown) return undefined;
    return this.#typography.headingLevel(line);
  }

  /** The blocks that are complete with this part. */
  add(part: Part): Block[] {
    if (part.kind === 'table') return this.#addTable(part);
    if (part.kind === 'box') return [...this.end(), part.block];
    const done = this.#addLine(part);
    if (part.place) addPlace(this.#placesOfOpen(), part.place);
    return done;
  }

  /** Returns the positions of the block that the last line was added to; of a list, those of its last item. */
  #placesOfOpen(): Place[] {
    const open = this.#open;
    return (open?.kind === 'list' && open.path.at(-1)?.at) || this.#at;
  }

  #addLine({ line, breaks }: Part & { kind: 'line' }): Block[] {
    if (line.text === '') return [];
    if (!line.isNote && this.#continue(line, breaks)) return [];
    const done = this.end();
    this.#open = this.#begin(line);
    return done;
  }

  #addTable(part: TablePart): Block[] {
    const open = this.#open;
    const joined = open?.kind === 'table' ? joinTables(open.table, part) : undefined;
    const done = joined ? [] : this.end();
    this.#open = { kind: 'table', table: joined ?? part };
    return done;
  }

  /** Closes the open block and returns it. */
  end(): Block[] {
    const [open, at] = [this.#open, this.#at];
    this.#open = undefined;
    this.#at = [];
    if (!open) return [];
    return toBlocks(open).map((block) => (at.length > 0 ? { ...block, at } : block));
  }

  #begin(line: Line): OpenBlock {
    if (line.monospaced && !line.known) return { kind: 'code', lines: [codeLine(line)], last: line };
    const level = this.#levelOf(line);
    const marker = readMarker(line);
    if (level !== undefined && (line.known || !marker || marker.isNumbering)) {
      return { kind: 'heading', level, content: [...line.inlines], last: line };
    }
    if (marker) {
      const item: OpenItem = {
        x: line.x1,
        ordered: marker.ordered,
        number: marker.number,
        content: marker.rest,
        at: [],
        children: [],
      };
      return { kind: 'list', roots: [item], path: [item], last: line, shift: 0 };
    }
    return { kind: 'paragraph', content: [...line.inlines], last: line };
  }

  /** Whether a line belonged to what is open, and was added to it. */
  #continue(line: Line, breaks: boolean): boolean {
    const open = this.#open;
    if (!open) return false;
    switch (open.kind) {
      case 'code':
        return continueCode(open, line);
      case 'heading':
        return this.#continueHeading(open, line, breaks);
      case 'table':
        return false;
      case 'list':
        return this.#continueList(open, line, breaks);
      default:
        return this.#continueParagraph(open, line, breaks);
    }
  }

  #continueHeading(open: OpenBlock & { kind: 'heading' }, line: Line, breaks: boolean): boolean {
    if (line.known || open.last.known) return this.#continueKnown(open, line, breaks);
    const sameLook = Math.abs(line.size - open.last.size) < 0.6 && line.bold === open.last.bold;
    const isNext =
      !breaks && line.y - open.last.y < this.#typography.lineDistance * line.size && line.y > open.last.y;
    const isNumbered = /^\d+(?:\.\d+)*\.?\s/.test(line.text);
    if (!sameLook || !isNext || isNumbered || !mayBeHeading(line, this.#typography)) return false;
    appendLine(open.content, line.inlines);
    open.last = line;
    return true;
  }

  #continueKnown(open: OpenBlock & { kind: 'heading' }, line: Line, breaks: boolean): boolean {
    const isTagged =
      open.last.known?.level === line.known?.level &&
      !breaks &&
      line.y - open.last.y < this.#typography.lineDistance * line.size;
    const goesOn = line.known?.continues || (line.known?.isTagged && isTagged);
    if (!goesOn) return false;
    appendLine(open.content, line.inlines);
    open.last = line;
    return true;
  }

  #isOther(line: Line, isInside: boolean): boolean {
    const level = this.#levelOf(line);
    const marker = readMarker(line);
    return (
      line.monospaced || level !== undefined || (marker !== undefined && !(isInside && marker.isCounted))
    );
  }

  #continueParagraph(open: OpenBlock & { kind: 'paragraph' }, line: Line, breaks: boolean): boolean {
    const { last } = open;
    if (open.content.length > maxPieces) return false;
    const ended = sentenceEnd.test(last.text);
    // Within a sentence "a." or "3." at the beginning of a line marks nothing.
    const isInside = !breaks && !ended && isFull(last) && Math.abs(line.x1 - line.left) < 2;
    if (!breaks && this.#isOfCaption(open, line)) {
      appendLine(open.content, line.inlines);
      open.last = line;
      return true;
    }
    if (this.#isOther(line, isInside) || Math.abs(line.size - last.size) > 1.2) return false;
    if (breaks) {
      // Over the end of a column or page goes on what was in the middle of a sentence.
      // The only line of its column is as wide as it is, however short.
      const isFilled = last.x2 > last.right - 8 * last.size && last.x2 - last.x1 > 15 * last.size;
      const isCut = /\p{L}[-\u00ad\u2010]$/u.test(last.text);
      const goesOn = /^\p{Ll}/u.test(line.text) || (isFilled && !isCut);
      const isAlike = Math.abs(line.size - last.size) < 0.6 && line.bold === last.bold;
      if (ended || !goesOn || !isAlike || caption.test(line.text)) return false;
    } else {
      const gap = line.y - last.y;
      if (gap > this.#typography.lineDistance * Math.max(line.size, last.size) || gap < -line.size)
        return false;
      const isIndented = line.x1 - line.left > indentStep * line.size && last.x1 - last.left < 2 && ended;
      const isShort = last.x2 < last.right - 0.25 * (last.right - last.left);
      // A short line of another weight is a label, or the name of something.
      if (isIndented || (isShort && ended) || (!isFull(last) && line.bold !== last.bold)) return false;
    }
    appendLine(open.content, line.inlines);
    open.last = line;
    return true;
  }

  /** Whether a line is the next one of a caption in bold, which is no heading. */
  #isOfCaption({ content, last }: OpenBlock & { kind: 'paragraph' }, line: Line): boolean {
    const gap = line.y - last.y;
    const isNext = gap > 0 && gap < this.#typography.lineDistance * line.size;
    const isAlike = line.bold && last.bold && Math.abs(line.size - last.size) < 0.6;
    return isNext && isAlike && !line.known && caption.test(plainText(content));
  }

  #continueList(open: OpenBlock & { kind: 'list' }, line: Line, breaks: boolean): boolean {
    const marker = readMarker(line);
    const level = this.#levelOf(line);
    if (line.monospaced || level !== undefined) return false;
    const gap = line.y - open.last.y;
    if (!breaks && gap > 3 * line.size) return false;
    const shift = shiftOf(open, line, breaks);
    if (marker) {
      const item: OpenItem = {
        x: line.x1 + shift,
        ordered: marker.ordered,
        number: marker.number,
        content: marker.rest,
        at: [],
        children: [],
      };
      addItem(open, item);
      Object.assign(open, { last: line, shift });
      return true;
    }
    const item = open.path.at(-1) as OpenItem;
    const hanging = line.x1 + shift - item.x;
    const isCut = /\p{L}[-\u00ad\u2010]$/u.test(open.last.text) && /^\p{Ll}/u.test(line.text);
    // Behind the end of a column or page the text of an item goes on below it, or in the middle of a sentence.
    const isHanging = breaks
      ? /^\p{Ll}/u.test(line.text) || (hanging > 2 && hanging < 6 * line.size)
      : hanging > 2 && !(isBelowMark(open) && sentenceEnd.test(open.last.text));
    const isOutdented = line.x1 < item.x - 2 && line.x1 - line.left < 2;
    const isFlush = Math.abs(hanging) <= 2 && goesOnFlush(open.last, line);
    const isNext = !breaks && (isFlush || (isOutdented && isWrapped(open.last, line)));
    if (!(isHanging || isCut || isNext) || (!breaks && gap > this.#typography.lineDistance * line.size))
      return false;
    appendLine(item.content, line.inlines);
    Object.assign(open, { last: line, shift });
    return true;
  }
}

/** Whether the first word of a line had no room at the end of the line before it. */
function isWrapped(last: Line, { text, x1, x2 }: Line): boolean {
  const letter = (x2 - x1) / Math.max(1, text.length);
  const [first = ''] = text.split(' ', 1);
  return last.x2 + letter * (first.length + 1) > last.right;
}

/** Whether the last line of a list stands below the mark of its item, so that one farther in begins a paragraph. */
const isBelowMark = ({ path, last, shift }: OpenBlock & { kind: 'list' }) =>
  Math.abs(last.x1 + shift - (path.at(-1)?.x ?? 0)) <= 2 && readMarker(last) === undefined;

/** Whether a line that stands below the mark of its item, and not below its text, goes on in the middle of a sentence. */
function goesOnFlush(last: Line, line: Line): boolean {
  if (line.bold !== last.bold || last.isEntry) return false;
  if (/^\p{Ll}/u.test(line.text)) return isFull(last);
  return !sentenceEnd.test(last.text) && isWrapped(last, line);
}

/** Items of one level stand below each other, or as far from the edges of their columns. */
function shiftOf(
  { path, last, shift }: OpenBlock & { kind: 'list' },
  { x1, left }: Line,
  breaks: boolean,
): number {
  const moved = breaks ? shift + last.left - left : shift;
  const isKnown = (x: number) => path.some((item) => Math.abs(item.x - x) <= 3);
  return isKnown(x1) && !isKnown(x1 + moved) ? 0 : moved;
}

function addItem(open: OpenBlock & { kind: 'list' }, item: OpenItem): void {
  while (open.path.length > 0 && item.x < (open.path.at(-1) as OpenItem).x - 3) open.path.pop();
  const near = open.path.at(-1);
  const isNext = item.number !== undefined && item.number === (near?.number ?? 0) + 1 && item.number > 1;
  if (near && item.x > near.x + 3 && !isNext) near.children.push(item);
  else {
    open.path.pop();
    const above = open.path.at(-1);
    (above ? above.children : open.roots).push(item);
  }
  open.path.push(item);
}

const codeLine = ({ x1, x2, left, text, lineNumber }: Line): CodeLine => ({
  // From the edge of its column: the next line may stand in another one.
  x: x1 - left,
  text,
  width: (x2 - x1) / Math.max(1, text.length) || 6,
  ...(lineNumber !== undefined && { lineNumber }),
});

function continueCode(open: OpenBlock & { kind: 'code' }, line: Line): boolean {
  if (!line.monospaced) return false;
  const blank = Math.round((line.y - open.last.y) / (line.size * 1.25)) - 1;
  for (let count = 0; count < Math.min(2, blank); count++)
    open.lines.push({ x: line.x1 - line.left, text: '', width: 6 });
  open.lines.push(codeLine(line));
  open.last = line;
  return true;
}

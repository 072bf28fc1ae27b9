/** A line of the source, or a part of one that is too long to be held. */
export interface Line {
  /** With its line break, where it has one. */
  readonly text: string;
  /** UTF-16 offset in the source. */
  readonly start: number;
  /** False for the second and later parts of a long line. */
  readonly opens: boolean;
}

export interface LineReader {
  push(text: string): void;
  end(): void;
}

const maxLineLength = 8_192;
/** Characters before the limit in which a long line is searched for a space to split at. */
const searchedForSpace = 1_024;

/**
 * Cuts pushed text into lines (LF, CRLF or CR), and a longer line into parts of at most 8,192 UTF-16 units. The lines
 * are the same however the text is pushed; at most one part of a line is held.
 */
export function createLineReader(emit: (line: Line) => void): LineReader {
  let pending = '';
  let offset = 0;
  let opens = true;

  const read = (source: string, final: boolean) => {
    const lineEnd = createLineEndFinder(source, final);
    let start = 0;
    for (let end = lineEnd(0); end > start; end = lineEnd(start)) {
      const text = source.slice(start, end);
      emit({ text, start: offset + start, opens });
      opens = text.endsWith('\n') || text.endsWith('\r');
      start = end;
    }
    offset += start;
    pending = source.slice(start);
  };

  return {
    push: (text) => read(pending + text, false),
    end: () => read(pending, true),
  };
}

/** Finds the end of the line or part that begins at `start`: `start` itself while that cannot be known. */
function createLineEndFinder(source: string, final: boolean): (start: number) => number {
  const nextLineFeed = createSearch(source, '\n');
  const nextCarriageReturn = createSearch(source, '\r');

  return (start) => {
    const lineFeed = nextLineFeed(start);
    const carriageReturn = nextCarriageReturn(start);
    const lineBreak = Math.min(lineFeed, carriageReturn);
    if (lineBreak < start + maxLineLength) {
      if (lineBreak === lineFeed) return lineFeed + 1;
      if (carriageReturn + 1 === source.length && !final) return start; // A line feed may follow.
      return lineFeed === carriageReturn + 1 ? lineFeed + 1 : carriageReturn + 1;
    }
    if (source.length - start > maxLineLength) return cutLongLine(source, start);
    return final ? source.length : start;
  };
}

function cutLongLine(source: string, start: number): number {
  const limit = start + maxLineLength;
  const searched = source.slice(limit - searchedForSpace, limit);
  const space = searched.lastIndexOf(' ');
  if (space >= 0) return limit - searchedForSpace + space + 1;
  return (source.charCodeAt(limit) & 0xfc00) === 0xdc00 ? limit - 1 : limit;
}

/** `indexOf` that remembers its last answer, so that a character which is rare is not looked for again in each line. */
function createSearch(source: string, character: string): (start: number) => number {
  let found = -1;
  return (start) => {
    if (found < start) {
      const index = source.indexOf(character, start);
      found = index < 0 ? Number.POSITIVE_INFINITY : index;
    }
    return found;
  };
}

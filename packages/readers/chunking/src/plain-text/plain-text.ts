import { createLineReader, type Line } from '../markdown/line-reader.ts';
import {
  closesFence,
  type Fence,
  isBlank,
  isTableDelimiter,
  isThematicBreak,
  parseAtxHeading,
  parseFence,
  setextLevel,
} from '../markdown/line-syntax.ts';
import { inlineText } from './inline-text.ts';

/** Turns pushed Markdown into plain text, as it comes. */
export interface PlainTextWriter {
  push(text: string): string;
  end(): string;
}

/** A paragraph that is longer is read in parts; emphasis across the cut stays as it was written. */
const maxParagraphLength = 65_536;

const tableRow = (line: string) => {
  const cells = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/);
  return `${cells.map((cell) => cell.trim()).join('\t')}\n`;
};

/** Collects the lines of a paragraph, and passes them to `write` without their markup. */
function createParagraph(write: (text: string) => void) {
  let lines: string[] = [];
  let length = 0;
  const flush = () => {
    if (lines.length > 0) write(inlineText(lines.join('')));
    lines = [];
    length = 0;
  };
  return {
    flush,
    isOpen: () => lines.length > 0,
    add(line: string) {
      lines.push(line);
      length += line.length;
      if (length > maxParagraphLength) flush();
    },
    /** The line above was the head of a table. */
    asTableHead: () => lines.push(tableRow(lines.pop() ?? '')),
  };
}

/** Reads lines one by one; `end` returns what is left. */
function createBlockReader(write: (text: string) => void) {
  const paragraph = createParagraph(write);
  let fence: Fence | undefined;
  let isInTable = false;

  /** Whether the line is one that only marks; it has no text of its own. */
  function isMark(text: string): boolean {
    const isDelimiter = paragraph.isOpen() && isTableDelimiter(text);
    if (isDelimiter) paragraph.asTableHead();
    isInTable ||= isDelimiter;
    fence = parseFence(text);
    const marks =
      isDelimiter ||
      fence ||
      isThematicBreak(text) ||
      (paragraph.isOpen() && setextLevel(text) !== undefined);
    if (marks) paragraph.flush();
    return Boolean(marks);
  }

  function readFenced(line: string, within: Fence): void {
    if (closesFence(line, within)) fence = undefined;
    else write(line);
  }

  function readBlank(text: string): void {
    paragraph.flush();
    isInTable = false;
    write(text);
  }

  function readLine(text: string): void {
    if (isMark(text)) return;
    const heading = parseAtxHeading(text);
    if (heading) {
      paragraph.flush();
      write(`${inlineText(heading.title)}\n`);
    } else paragraph.add(isInTable ? tableRow(text) : text);
  }

  return {
    read({ text: line, opens }: Line): void {
      const text = opens && !fence ? line.replace(/^(?: {0,3}> ?)+/, '') : line;
      if (fence) readFenced(line, fence);
      else if (isBlank(text)) readBlank(text);
      else if (opens) readLine(text);
      else paragraph.add(text);
    },
    end: paragraph.flush,
  };
}

/**
 * Opens a writer that leaves out what only says how a text looks: heading marks, emphasis, fences, rules, quotes' bars, links'
 * addresses. Marks of lists stay, cells of tables are parted by tabs, code stays as it is. Holds one paragraph at most.
 */
export function createPlainTextWriter(): PlainTextWriter {
  let written: string[] = [];
  const blocks = createBlockReader((text) => void written.push(text));
  const lines = createLineReader(blocks.read);
  const take = () => {
    const text = written.join('');
    written = [];
    return text;
  };
  return {
    push(text) {
      lines.push(text);
      return take();
    },
    end() {
      lines.end();
      blocks.end();
      return take();
    },
  };
}

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

/** A run of marks that may open something, and how many of them are left as text. */
interface Opener {
  readonly piece: number;
  count: number;
}

const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character);
const isSpace = (character: string | undefined) => character === undefined || /\s/.test(character);

/** Takes runs of `*`, `_` and `~` in order and removes those that open and close something from `pieces`. */
function createEmphasis(pieces: string[]) {
  const open: Record<string, Opener[]> = { '*': [], _: [], '~': [] };

  return (run: string, before: string | undefined, after: string | undefined): void => {
    const sign = run.charAt(0);
    const openers = open[sign] ?? [];
    const isInWord = sign === '_' && isWord(before) && isWord(after);
    let count = run.length;
    for (
      let opener = openers.at(-1);
      opener && count > 0 && !isSpace(before) && !isInWord;
      opener = openers.at(-1)
    ) {
      const matched = Math.min(opener.count, count);
      opener.count -= matched;
      count -= matched;
      pieces[opener.piece] = sign.repeat(opener.count);
      if (opener.count === 0) openers.pop();
    }
    const piece = pieces.push(sign.repeat(count)) - 1;
    if (count > 0 && !isSpace(after) && !isInWord) openers.push({ piece, count });
  };
}

/** Finds the backticks that close a span, each length of them looked for from where it was found last. */
function createCodeSpans(text: string): (at: number, run: string) => { code: string; length: number } {
  const fences = new Map<number, { readonly places: number[]; next: number }>();
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    const known = fences.get(run.length) ?? { places: [], next: 0 };
    known.places.push(index);
    fences.set(run.length, known);
  }

  function findEnd(from: number, run: string): number | undefined {
    const known = fences.get(run.length);
    if (!known) return undefined;
    while ((known.places[known.next] ?? Number.POSITIVE_INFINITY) < from) known.next += 1;
    return known.places[known.next];
  }

  return (at, run) => {
    const end = findEnd(at + run.length, run);
    if (end === undefined) return { code: run, length: run.length };
    const code = text.slice(at + run.length, end);
    const isPadded = code.length > 2 && code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '';
    return { code: isPadded ? code.slice(1, -1) : code, length: end + run.length - at };
  };
}

const token =
  /\\[!-/:-@[-`{-~]|`+|!?\[|\]|[*_]+|~~|<(?:https?:\/\/|mailto:)[^<>\s]{1,2048}>|<\/?[a-z][a-z\d-]{0,31}(?:\s[^<>]{0,1024})?\/?>|&(?:amp|lt|gt|quot|apos|nbsp|#\d{1,7}|#x[\da-f]{1,6});/iy;
/** Up to what may begin one of the above. */
const plain = /[^\\`![\]*_~<&]+|./sy;
const destination =
  /\((?:<[^<>\n]{0,2048}>|[^\s()<>]{0,2048}(?:\([^\s()]{0,1024}\)[^\s()<>]{0,1024})?)(?:\s+"[^"\n]{0,1024}")?\s*\)/y;
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function entity(text: string): string {
  const name = text.slice(1, -1).toLowerCase();
  if (!name.startsWith('#')) return entities[name] ?? text;
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : text;
}

/** Returns the text that an escape, an entity or an autolink stands for. */
function literal(found: string): string {
  if (found.startsWith('\\')) return found.slice(1);
  if (found.startsWith('&')) return entity(found);
  return /^<(?:https?:|mailto:)/i.test(found) ? found.slice(1, -1) : '';
}

/** The text of a paragraph without its markup: emphasis, links, code, escapes and entities. Takes linear time. */
function inlineText(text: string): string {
  const pieces: string[] = [];
  const brackets: number[] = [];
  const codeSpan = createCodeSpans(text);
  const emphasis = createEmphasis(pieces);

  function closeBracket(at: number): number {
    const opening = brackets.pop();
    const target = opening === undefined ? undefined : matchAt(destination, text, at + 1);
    if (opening === undefined || target === undefined) {
      pieces.push(']');
      return 1;
    }
    pieces[opening] = '';
    return 1 + target.length;
  }

  /** Takes a match; returns its end. */
  function take(found: string, at: number): number {
    const [first = ''] = found;
    if (first === ']') return closeBracket(at);
    if (first === '`') {
      const { code, length } = codeSpan(at, found);
      pieces.push(code);
      return length;
    }
    if (found.endsWith('[') && first !== '\\') brackets.push(pieces.push(found) - 1);
    else if ('*_~'.includes(first)) emphasis(found, text[at - 1], text[at + found.length]);
    else pieces.push(literal(found));
    return found.length;
  }

  for (let at = 0; at < text.length; ) {
    const found = matchAt(token, text, at);
    const rest = found ? '' : (matchAt(plain, text, at) ?? '');
    if (rest) pieces.push(rest);
    at += found ? take(found, at) : rest.length;
  }
  return pieces.join('');
}

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

/** Reads lines one by one; `end` returns the remainder. */
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
 * Opens a writer that removes markup: heading marks, emphasis, fences, rules, quotes' bars, links' addresses. Marks of lists stay,
 * cells of tables are separated by tabs, code stays as it is. Holds one paragraph at most.
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

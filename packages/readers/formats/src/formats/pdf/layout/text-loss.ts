import type { NotReadReport } from '@docfleet/text/not-read';
import type { Block, Inline, TableRow } from '../../../document-tree/tree.ts';
import type { PageModel, TextRun } from '../page-model.ts';
import type { Part } from './read-blocks.ts';
import { drawnOnce } from './segments.ts';

/** The share of a page's letters that have to be written; where more are left out, the page is named. */
const minPageShare = 0.7;
/** The share of a document's letters; running heads of most documents are less than the rest. */
const minDocumentShare = 0.97;
/** Fewer letters are the number of a page. */
const fewLetters = 12;
const why =
  'Text that repeats on other pages, and what is marked as an artifact at the edge of a page, such as running heads, is left out';

interface Amount {
  readonly letters: number;
  readonly words: number;
}

const nothing: Amount = { letters: 0, words: 0 };
const dot = 0x2e;
/** White space, and the dots that lead to the numbers of pages, which are left out. */
const isBlank = (code: number) => code <= 0x20 || code === dot || code === 0xa0 || code === 0x3000;

/** Counts letters and words in one go: it is done for all text that is read. */
function measure(text: string): Amount {
  let [letters, words, isInWord] = [0, 0, false];
  for (let index = 0; index < text.length; index++) {
    const isLetter = !isBlank(text.charCodeAt(index));
    if (isLetter) letters++;
    if (isLetter && !isInWord) words++;
    isInWord = isLetter;
  }
  return { letters, words };
}

function sum<One>(all: Iterable<One>, amountOf: (one: One) => Amount): Amount {
  let [letters, words] = [0, 0];
  for (const one of all) {
    const amount = amountOf(one);
    letters += amount.letters;
    words += amount.words;
  }
  return { letters, words };
}

const measureInline = (inline: Inline) => ('text' in inline ? measure(inline.text) : nothing);
const measureRow = ({ cells }: TableRow) => sum(cells, ({ blocks }) => sum(blocks, measureBlock));

function measureBlock(block: Block): Amount {
  if (block.kind === 'paragraph' || block.kind === 'heading') return sum(block.content, measureInline);
  if (block.kind === 'code') return measure(block.text);
  return block.kind === 'table' ? sum(block.rows, measureRow) : nothing;
}

function measurePart(part: Part): Amount {
  if (part.kind === 'box') return measureBlock(part.block);
  if (part.kind === 'table') return sum(part.rows, measureRow);
  const { lineNumber = '', inlines } = part.line;
  return sum([{ text: `${lineNumber} ` }, ...inlines], measureInline);
}

/** Compares, page by page, the letters that were read with those that are written, and reports what is left out. */
export class TextLoss {
  #read = 0;
  #lostLetters = 0;
  #lostWords = 0;
  readonly #report: (report: NotReadReport) => void;

  constructor(report: (report: NotReadReport) => void) {
    this.#report = report;
  }

  /** Takes a page and the parts that are written of it. */
  add({ number, runs, turned = [] }: PageModel, parts: readonly Part[]): void {
    const all = [runs, ...turned.map((page) => page.runs)];
    const measureRuns = (some: readonly TextRun[]) => sum(some, ({ text }) => measure(text));
    const written = sum(parts, measurePart);
    let read = sum(all, measureRuns);
    if (read.letters > written.letters) read = sum(all.map(drawnOnce), measureRuns);
    this.#read += read.letters;
    const letters = read.letters - written.letters;
    if (letters <= 0) return;
    const words = Math.max(1, read.words - written.words);
    if (letters > fewLetters && written.letters < minPageShare * read.letters)
      this.#report({ what: 'TEXT', where: `page ${number}`, why, count: words });
    else {
      this.#lostLetters += letters;
      this.#lostWords += words;
    }
  }

  /** Reports what all other pages lack together, where that is more than the usual. */
  end(): void {
    if (this.#lostLetters > (1 - minDocumentShare) * this.#read)
      this.#report({ what: 'TEXT', why, count: this.#lostWords });
  }
}

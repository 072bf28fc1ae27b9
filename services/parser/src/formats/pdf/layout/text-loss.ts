import type { NotReadReport } from '@docfleet/text/not-read';
import type { Block, Inline } from '../../../document-tree/tree.ts';
import type { PageModel, TextRun } from '../page-model.ts';
import type { Part } from './read-blocks.ts';

/** The share of a page's letters that have to be written; where more are left out, the page is named. */
const leastOfPage = 0.7;
/** The share of a document's letters; running heads of most documents are less than the rest. */
const leastOfDocument = 0.97;
/** Fewer letters are the number of a page. */
const fewLetters = 12;
const why =
  'Text that repeats on other pages, and what is marked as an artifact at the edge of a page, such as running heads, is left out';

interface Amount {
  readonly letters: number;
  readonly words: number;
}

const nothing: Amount = { letters: 0, words: 0 };
const add = (a: Amount, b: Amount): Amount => ({ letters: a.letters + b.letters, words: a.words + b.words });
const measure = (text: string): Amount => ({
  letters: text.replace(/\s/g, '').length,
  words: text.match(/\S+/g)?.length ?? 0,
});
const sum = (amounts: readonly Amount[]) => amounts.reduce(add, nothing);

const textOfInlines = (content: readonly Inline[]) =>
  content.map((inline) => ('text' in inline ? inline.text : ' ')).join('');

function measureBlock(block: Block): Amount {
  if (block.kind === 'paragraph' || block.kind === 'heading') return measure(textOfInlines(block.content));
  if (block.kind === 'code') return measure(block.text);
  if (block.kind === 'table')
    return sum(block.rows.flatMap(({ cells }) => cells.flatMap(({ blocks }) => blocks.map(measureBlock))));
  return nothing;
}

function measurePart(part: Part): Amount {
  if (part.kind === 'line')
    return measure(`${part.line.lineNumber ?? ''} ${textOfInlines(part.line.inlines)}`);
  return measureBlock(part.kind === 'box' ? part.block : { kind: 'table', rows: part.rows });
}

/** Text that is drawn twice at one place, to look bold, counts once. */
function measureRuns(runs: readonly TextRun[]): Amount {
  const placed = new Map(
    runs.map((run) => [`${Math.round(run.x)} ${Math.round(run.y)} ${run.text}`, run.text]),
  );
  return sum([...placed.values()].map(measure));
}

/** Compares, page by page, the letters that were read with those that are written, and reports what is left out. */
export class TextLoss {
  #read = nothing;
  #lost = nothing;
  readonly #report: (report: NotReadReport) => void;

  constructor(report: (report: NotReadReport) => void) {
    this.#report = report;
  }

  /** Takes a page and the parts that are written of it. */
  add({ number, runs, turned = [] }: PageModel, parts: readonly Part[]): void {
    const read = sum([runs, ...turned.map((page) => page.runs)].map(measureRuns));
    const written = sum(parts.map(measurePart));
    this.#read = add(this.#read, read);
    const letters = read.letters - written.letters;
    if (letters <= 0) return;
    const words = Math.max(1, read.words - written.words);
    if (letters > fewLetters && written.letters < leastOfPage * read.letters)
      this.#report({ what: 'TEXT', where: `page ${number}`, why, count: words });
    else this.#lost = add(this.#lost, { letters, words });
  }

  /** Reports what all other pages lack together, where that is more than the usual. */
  end(): void {
    if (this.#lost.letters > (1 - leastOfDocument) * this.#read.letters)
      this.#report({ what: 'TEXT', why, count: this.#lost.words });
  }
}

import type { Line } from './lines.ts';
import type { Part } from './read-blocks.ts';

/** A heading that the document itself names: in its outline. */
export interface KnownHeading {
  readonly title: string;
  /** From 1. */
  readonly level: number;
  /** From 0. */
  readonly page: number;
}

/** The headings that an outline names, looked for on the pages that it leads to. */
export interface KnownHeadings {
  /** Whether the outline names so many that a line which it does not name is none. */
  readonly areComplete: boolean;
  /** The same parts, with the lines marked that are headings of the page; its number counts from 1. */
  mark(parts: readonly Part[], page: number): readonly Part[];
}

const mostLines = 4;
/** An outline of fewer entries, or of fewer a page, names chapters alone. */
const leastEntries = 5;
const leastPerPage = 1 / 6;

const numbering =
  /^(?:(?:chapter|appendix|part|section|kapitel|anhang|teil|abschnitt|chapitre|annexe|partie|capítulo|apéndice|capitolo|appendice|hoofdstuk|bijlage)\s+)?(?:[\dA-Z]{1,3}\.(?:\d+\.?)*|\d+|[IVX]+\.)[\s.:]+(?=\S)/iu;
const letters = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
const withoutNumber = (text: string) => letters(text.normalize('NFKC').trim().replace(numbering, ''));

interface Place {
  readonly from: number;
  readonly count: number;
  readonly line: Line;
}

const lineAt = (parts: readonly Part[], index: number) => {
  const part = parts[index];
  return part?.kind === 'line' && !part.line.isEntry ? part.line : undefined;
};

/** Where a title stands: as one line, or as some lines below each other; the largest where it stands twice. */
function findTitle(parts: readonly Part[], title: string): Place | undefined {
  const [whole, bare] = [letters(title), withoutNumber(title)];
  const wanted = new Set([whole, bare].filter((text) => text !== ''));
  let best: Place | undefined;
  for (let from = 0; from < parts.length; from++) {
    const first = lineAt(parts, from);
    if (!first) continue;
    let texts: string[] = [letters(first.text), withoutNumber(first.text)];
    for (let count = 1; count <= mostLines; count++) {
      if (texts.some((text) => wanted.has(text))) {
        const isBetter = !best || first.size > best.line.size || (first.bold && !best.line.bold);
        if (isBetter) best = { from, count, line: first };
        break;
      }
      const next = lineAt(parts, from + count);
      const begins = texts.some(
        (text) => text.length > 1 && (whole.startsWith(text) || bare.startsWith(text)),
      );
      if (!next || !begins) break;
      const more = letters(next.text);
      texts = texts.map((text) => text + more);
    }
  }
  return best;
}

function markPlace(parts: Part[], { from, count }: Place, level: number): void {
  for (let index = from; index < from + count; index++) {
    const part = parts[index];
    if (part?.kind === 'line')
      parts[index] = { ...part, line: { ...part.line, known: { level, continues: index > from } } };
  }
}

/** Prepares the headings of an outline to be found. */
export function createKnownHeadings(entries: readonly KnownHeading[], pageCount: number): KnownHeadings {
  const byPage = Map.groupBy(entries, ({ page }) => page);
  const deepest = entries.reduce((depth, { level }) => Math.max(depth, level), 0);
  return {
    areComplete: entries.length >= Math.max(leastEntries, pageCount * leastPerPage) && deepest >= 2,
    mark(parts, page) {
      const named = byPage.get(page - 1);
      if (!named) return parts;
      const marked = [...parts];
      for (const { title, level } of named) {
        const free = marked.map((part) => (part.kind === 'line' && part.line.known ? taken : part));
        const place = findTitle(free, title);
        if (place) markPlace(marked, place, level);
      }
      return marked;
    },
  };
}

/** Stands for a line that is another heading already. */
const taken: Part = { kind: 'table', rows: [], places: [], breaks: false };

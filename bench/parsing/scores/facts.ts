import type { Item, SourceDocument, Span } from '../documents/document.ts';

/** Content of a document, in the units that are scored. */
export interface Facts {
  /** In reading order. */
  readonly texts: string[];
  readonly headings: { readonly level: number; readonly text: string }[];
  readonly tables: string[][][];
  readonly items: { readonly depth: number; readonly text: string }[];
  /** Text and address. */
  readonly links: string[];
  readonly bold: string[];
  readonly italic: string[];
  /** In lines and in blocks. */
  readonly code: string[];
}

/** Returns the facts of an empty document, to be filled. */
export const noFacts = (): Facts => ({
  texts: [],
  headings: [],
  tables: [],
  items: [],
  links: [],
  bold: [],
  italic: [],
  code: [],
});

const textOf = (spans: readonly Span[]) => spans.map(({ text }) => text).join('');

/** The facts of a generated document. */
export function factsOf(document: SourceDocument): Facts {
  const facts = noFacts();
  for (const piece of document) {
    if (piece.kind === 'heading') {
      facts.headings.push(piece);
      facts.texts.push(piece.text);
    } else if (piece.kind === 'paragraph') addSpans(facts, piece.spans);
    else if (piece.kind === 'list') addItems(facts, piece.items, 0);
    else if (piece.kind === 'code') {
      facts.code.push(piece.lines.join('\n'));
      facts.texts.push(piece.lines.join('\n'));
    } else {
      facts.tables.push(piece.rows.map((row) => [...row]));
      facts.texts.push(...piece.rows.flat());
    }
  }
  return facts;
}

function addItems(facts: Facts, items: readonly Item[], depth: number): void {
  for (const { spans, items: below = [] } of items) {
    facts.items.push({ depth, text: textOf(spans).trim() });
    addSpans(facts, spans);
    addItems(facts, below, depth + 1);
  }
}

function addSpans(facts: Facts, spans: readonly Span[]): void {
  facts.texts.push(textOf(spans));
  for (const { text, look, href } of spans) {
    if (href) facts.links.push(`${text} ${href}`);
    else if (look) facts[look].push(text);
  }
}

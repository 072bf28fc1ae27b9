/** A stretch of text that looks the same throughout. */
export interface Span {
  readonly text: string;
  readonly look?: 'bold' | 'italic' | 'code';
  readonly href?: string;
}

export interface Item {
  readonly spans: readonly Span[];
  /** A bulleted list below it. */
  readonly items?: readonly Item[];
}

export type Piece =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'paragraph'; readonly spans: readonly Span[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly Item[] }
  | { readonly kind: 'table'; readonly ruled: boolean; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'code'; readonly lines: readonly string[] };

/** Content of a generated document: the reference for its Markdown. */
export type SourceDocument = readonly Piece[];

/** Writes a document as a file of some format. */
export type Writer = (document: SourceDocument) => Promise<Uint8Array> | Uint8Array;

/** A document's parts from one heading of the first level to the next: its slides, sheets or chapters. */
export function sectionsOf(document: SourceDocument): SourceDocument[] {
  const sections: Piece[][] = [];
  for (const piece of document) {
    if ((piece.kind === 'heading' && piece.level === 1) || sections.length === 0) sections.push([]);
    sections.at(-1)?.push(piece);
  }
  return sections;
}

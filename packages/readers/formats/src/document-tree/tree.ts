/** A piece of text that looks the same throughout. */
export interface TextRun {
  readonly kind?: 'text';
  readonly text: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly strike?: boolean;
  readonly code?: boolean;
  /** Raised as in 10²: a number must not merge with the one before. */
  readonly raised?: boolean;
  /** Whether it is a power or an index of what stands before it in a formula. */
  readonly script?: 'power' | 'index';
  /** Whether the text is TeX between dollar signs, which is written as it is. */
  readonly isFormula?: boolean;
  /** Address of the link; undefined for other text. */
  readonly href?: string | undefined;
}

/** A new line within a paragraph. */
interface LineBreak {
  readonly kind: 'break';
}

/** Stands where the text refers to a note. */
interface NoteReference {
  readonly kind: 'note-reference';
  readonly label: string;
}

export type Inline = TextRun | LineBreak | NoteReference;

export interface Cell {
  readonly blocks: readonly Block[];
  readonly isHeader?: boolean;
  /** Columns and rows that it takes, 1 by default. */
  readonly columns?: number;
  readonly rows?: number;
}

/** Position in a file: an area of a page in points from the upper left corner, or a slide. */
export type Place =
  | {
      readonly page: number;
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
    }
  | { readonly slide: number };

interface Located {
  /** Position in the file; undefined if it is not known. */
  readonly at?: readonly Place[];
}

export interface TableRow extends Located {
  readonly cells: readonly Cell[];
  /** Whether it stands in the head of the table. */
  readonly isHead?: boolean;
}

export interface ListItem {
  readonly blocks: readonly Block[];
  /** Its own number, where it does not follow from the one before. */
  readonly number?: number;
}

/** Part of a document; all formats are read into a list of these, in reading order. */
export type Block = Located & BlockContent;

type BlockContent =
  | { readonly kind: 'heading'; readonly level: number; readonly content: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly content: readonly Inline[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly ListItem[] }
  | { readonly kind: 'table'; readonly rows: readonly TableRow[] }
  | { readonly kind: 'code'; readonly text: string; readonly language?: string }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  /** Note to which a `note-reference` with the same label refers. */
  | { readonly kind: 'note'; readonly label: string; readonly blocks: readonly Block[] }
  | { readonly kind: 'separator' }
  /** Markdown that another reader has written, of a file within this one. */
  | { readonly kind: 'markdown'; readonly text: string };

/** Sets the position of blocks to a slide; it counts from 1. */
export const onSlide = (slide: number, blocks: readonly Block[]): Block[] =>
  blocks.map((block) => ({ ...block, at: [{ slide }] }));

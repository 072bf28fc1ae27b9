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

/** The characters, line breaks among them. */
export function inlineText(content: readonly Inline[]): string {
  return content
    .map((inline) => {
      if ('text' in inline) return inline.text;
      return inline.kind === 'break' ? '\n' : '';
    })
    .join('');
}

/** Whether a reader would see nothing. */
export const isBlank = (content: readonly Inline[]): boolean =>
  content.every((inline) => ('text' in inline ? inline.text.trim() === '' : inline.kind === 'break'));

/** Removes bold from the text of a heading, all of which is bold anyway. */
export const withoutBold = (content: readonly Inline[]): Inline[] =>
  content.map((inline) => ('text' in inline && inline.bold ? { ...inline, bold: false } : inline));

/** Whether all that can be seen is set in a monospaced font, as only code is. */
export function isCode(content: readonly Inline[]): boolean {
  const visible = content.filter((inline) => 'text' in inline && inline.text.trim() !== '');
  return visible.length > 0 && visible.every((inline) => 'text' in inline && inline.code && !inline.href);
}

/** The address in `HYPERLINK "https://…"`; a place in the same document is none. */
export function addressIn(instruction: string): string | undefined {
  const match = /^\s*HYPERLINK\s+(?:"([^"]*)"|([^\s\\]\S*))/i.exec(instruction);
  return match?.[1] ?? match?.[2];
}

/** Characters that are worth handing on: each piece costs as much as some hundred characters of it. */
const worthwhile = 8_192;

/** Joins pieces of text into fewer, longer ones. */
export async function* joinPieces(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let held = '';
  for await (const piece of pieces) {
    held += piece;
    if (held.length < worthwhile) continue;
    yield held;
    held = '';
  }
  if (held) yield held;
}

/** Returns the notes to a slide as a quotation that begins with "Notes:". */
export function speakerNotes(blocks: readonly Block[]): Block {
  const label = { text: 'Notes:', bold: true };
  const [first, ...others] = blocks;
  if (first?.kind !== 'paragraph')
    return { kind: 'quote', blocks: [{ kind: 'paragraph', content: [label] }, ...blocks] };
  const content = [label, { text: ' ' }, ...first.content];
  return { kind: 'quote', blocks: [{ kind: 'paragraph', content }, ...others] };
}

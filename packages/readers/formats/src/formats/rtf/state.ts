import type { FlatBlock } from '../../document-tree/assemble-blocks.ts';
import {
  type Block,
  type Inline,
  inlineText,
  isBlank,
  isCode,
  withoutBold,
} from '../../document-tree/tree.ts';
import type { Definitions } from './definitions.ts';
import type { RtfRow } from './tables.ts';

/** A text that is being read: the body, or a note in it. */
export interface Flow {
  inlines: Inline[];
  blocks: FlatBlock[];
  cells: Block[][];
  /** Of the cell that is being read. */
  cell: FlatBlock[];
  rows: RtfRow[];
  marker: string;
  /** The groups that are open around it. */
  readonly depth: number;
  readonly label?: string;
}

export const createFlow = (depth: number, label?: string): Flow => ({
  inlines: [],
  blocks: [],
  cells: [],
  cell: [],
  rows: [],
  marker: '',
  depth,
  ...(label !== undefined && { label }),
});

/** Purpose of a part of an RTF file; only parts that are not known to hold something else contribute text. */
export type Destination =
  | 'text'
  /** Text for readers without Unicode. */
  | 'ansi'
  | 'skip'
  | 'fonts'
  | 'styles'
  | 'lists'
  | 'overrides'
  | 'instruction'
  | 'marker';

/** Formatting that lasts until its group ends. */
export interface State {
  destination: Destination;
  bold: boolean;
  italic: boolean;
  strike: boolean;
  raised: boolean;
  hidden: boolean;
  font: number;
  /** Number of fallback characters after a `\u`, for readers without Unicode. */
  fallbackLength: number;
  href: string | undefined;
  /** The paragraph, which belongs to the text and not to a group, but is set back with it. */
  paragraph: ParagraphState;
}

interface ParagraphState {
  style: number;
  list: number | undefined;
  level: number;
  outlineLevel: number | undefined;
  isInTable: boolean;
}

export const plainParagraph: ParagraphState = {
  style: 0,
  list: undefined,
  level: 0,
  outlineLevel: undefined,
  isInTable: false,
};

export const plainText = { bold: false, italic: false, strike: false, raised: false, hidden: false };

export const firstState = (): State => ({
  destination: 'text',
  ...plainText,
  font: -1,
  fallbackLength: 1,
  href: undefined,
  paragraph: { ...plainParagraph },
});

interface Context {
  readonly paragraph: ParagraphState;
  /** Marker before the paragraph: `1.2.`, a bullet. */
  readonly marker: string;
  readonly definitions: Definitions;
}

const bodyText = 9;

/** Converts a paragraph to a block; undefined for an empty one. */
export function toFlatBlock(
  content: readonly Inline[],
  { paragraph, marker, definitions }: Context,
): FlatBlock | undefined {
  const { style, outlineLevel = bodyText } = paragraph;
  if (isBlank(content)) return definitions.isCode(style) ? { kind: 'code', text: '' } : undefined;
  const level = outlineLevel < bodyText ? outlineLevel + 1 : definitions.headingLevelOf(style);
  const label = marker.trim();
  if (level > 0) {
    const number = /\d/.test(label) ? [{ text: `${label} ` }] : [];
    return { kind: 'heading', level, content: [...number, ...withoutBold(content)] };
  }
  const item = itemOf(label, paragraph, definitions);
  if (item) return { kind: 'item', ...item, blocks: [{ kind: 'paragraph', content }] };
  if (definitions.isCode(style) || isCode(content)) return { kind: 'code', text: inlineText(content) };
  if (definitions.isQuote(style)) return { kind: 'quote', blocks: [{ kind: 'paragraph', content }] };
  return { kind: 'paragraph', content };
}

function itemOf(label: string, { list, level }: ParagraphState, definitions: Definitions) {
  if (label === '' && (list === undefined || list === 0)) return undefined;
  const ofList = list === undefined ? undefined : definitions.isOrdered(list, level);
  const ordered = ofList ?? /^\(?(?:\d|[a-z]{1,4}[.)])/i.test(label);
  // The last number of `1.2.` is the item's own.
  const number = /(\d{1,9})\D*$/.exec(label)?.[1];
  return { level, ordered, number: ordered && number ? Number(number) : undefined };
}

import type { FlatBlock } from '../../document-tree/assemble-blocks.ts';
import { inlineText, isBlank, isCode, withoutBold } from '../../document-tree/inlines.ts';
import type { Inline } from '../../document-tree/tree.ts';
import type { Definitions } from './definitions.ts';
import type { ParagraphState } from './state.ts';

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
  // Of `1.2.` the last number is its own.
  const number = /(\d{1,9})\D*$/.exec(label)?.[1];
  return { level, ordered, number: ordered && number ? Number(number) : undefined };
}

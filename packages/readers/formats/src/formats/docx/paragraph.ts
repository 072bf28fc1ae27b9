import type { FlatBlock } from '../../document-tree/assemble-blocks.ts';
import { inlineText, isBlank, isCode, withoutBold } from '../../document-tree/inlines.ts';
import type { Inline } from '../../document-tree/tree.ts';
import { childOf, elementsOf, type XmlElement } from '../../xml/element.ts';
import { readInlines } from './inlines.ts';
import { over, readLooks } from './looks.ts';
import type { Marker } from './numbering.ts';
import type { Reading } from './reading.ts';
import { outlineLevelOf, readNumberingProperties, type Style, settingOf } from './styles.ts';

/** Word's way to say that a paragraph has no number although its style has one. */
const noNumbering = '0';

/** Reads a paragraph, and the text boxes that are anchored in it. */
export function readParagraph(paragraph: XmlElement, reading: Reading): FlatBlock[] {
  const properties = childOf(paragraph, 'w:pPr');
  const style = reading.styles.get(settingOf(properties, 'w:pStyle'));
  // What a style says of all its text is seen in the block it becomes.
  const isLook = headingLevelOf(properties, style) === 0 && !style.isQuote;
  const { inlines, boxes, objects } = readInlines(
    paragraph,
    reading,
    isLook ? style.looks : monospacedOf(style),
  );
  const boxed = boxes.flatMap((box) => reading.readBlocks(elementsOf(box), reading));
  if (style.isContents) return [...boxed, ...objects];
  return [...blocksOf(inlines, { properties, style, reading }), ...boxed, ...objects];
}

interface Context {
  readonly properties: XmlElement | undefined;
  readonly style: Style;
  readonly reading: Reading;
}

const monospacedOf = ({ looks: { monospaced } }: Style) => ({ monospaced });

const headingLevelOf = (properties: XmlElement | undefined, style: Style) =>
  outlineLevelOf(properties) ?? style.headingLevel ?? 0;

function blocksOf(content: readonly Inline[], context: Context): FlatBlock[] {
  const { style, properties } = context;
  if (isBlank(content)) return isBlankCode(content, context) ? [{ kind: 'code', text: '' }] : [];
  const level = headingLevelOf(properties, style);
  const marker = countMarker(context);
  if (level > 0) return [{ kind: 'heading', level, content: numbered(withoutBold(content), marker) }];
  if (marker) return [{ kind: 'item', ...marker, blocks: [{ kind: 'paragraph', content }] }];
  if (style.isCode || isCode(content)) return [{ kind: 'code', text: inlineText(content) }];
  if (style.isQuote) return [{ kind: 'quote', blocks: [{ kind: 'paragraph', content }] }];
  return [{ kind: 'paragraph', content }];
}

/** An empty line of code, which is seen where more code follows. */
function isBlankCode(inlines: readonly Inline[], { properties, style }: Context): boolean {
  const hasNothingElse = inlines.every((inline) => 'text' in inline);
  const looks = over(readLooks(childOf(properties, 'w:rPr')), style.looks);
  return hasNothingElse && (style.isCode || looks.monospaced === true);
}

function countMarker({ properties, style, reading }: Context): Marker | undefined {
  const own = readNumberingProperties(properties);
  const id = own?.id ?? style.numbering?.id;
  if (id === undefined || id === noNumbering) return undefined;
  const level = own?.level ?? style.numbering?.level;
  return reading.numbering.next(id, level, settingOf(properties, 'w:pStyle'));
}

function numbered(content: readonly Inline[], marker: Marker | undefined): Inline[] {
  return marker?.ordered && marker.label ? [{ text: `${marker.label} ` }, ...content] : [...content];
}

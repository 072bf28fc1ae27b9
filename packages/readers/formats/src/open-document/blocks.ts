import type { FlatBlock } from '../document-tree/assemble-blocks.ts';
import { inlineText, isBlank, isCode, withoutBold } from '../document-tree/inlines.ts';
import { childOf, elementsOf, type XmlElement } from '../xml/element.ts';
import { alternativeOf, objectOf, readInlines } from './inlines.ts';
import { addBlocks, readList } from './lists.ts';
import type { Reading } from './reading.ts';
import { readTable } from './table.ts';

type Reader = (element: XmlElement, reading: Reading) => FlatBlock[];

/** Elements around blocks that a reader does not see. */
export const wrappers: ReadonlySet<string> = new Set(['text:section', 'text:index-body']);

const readParagraph: Reader = (paragraph, reading) => {
  const style = reading.styles.get('paragraph', paragraph.attributes['text:style-name']);
  // What a style says of all its text is seen in the block it becomes.
  const { monospaced } = style;
  const looks = style.isQuote || style.isTitle ? { monospaced } : style;
  const { inlines, frames } = readInlines(paragraph, reading, looks);
  const framed = readBlocks(frames, reading);
  if (isBlank(inlines)) return style.monospaced ? [{ kind: 'code', text: '' }, ...framed] : framed;
  if (style.isTitle) return [{ kind: 'heading', level: 1, content: withoutBold(inlines) }, ...framed];
  if (style.isCode || isCode(inlines)) return [{ kind: 'code', text: inlineText(inlines) }, ...framed];
  if (style.isQuote) return [{ kind: 'quote', blocks: [{ kind: 'paragraph', content: inlines }] }, ...framed];
  return [{ kind: 'paragraph', content: inlines }, ...framed];
};

const readHeading: Reader = (heading, reading) => {
  const level = Number.parseInt(heading.attributes['text:outline-level'] ?? '1', 10) || 1;
  const { inlines, frames } = readInlines(heading, reading, {});
  const framed = readBlocks(frames, reading);
  if (isBlank(inlines)) return framed;
  return [{ kind: 'heading', level, content: withoutBold(inlines) }, ...framed];
};

const readChildren: Reader = (element, reading) => readBlocks(elementsOf(element), reading);

const readFrame: Reader = (frame, reading) => {
  const object = objectOf(frame, reading);
  if (object && 'blocks' in object) return [...object.blocks];
  if (object) return [{ kind: 'paragraph', content: [{ text: object.formula }] }];
  const blocks = readBlocks(
    elementsOf(frame).filter(({ name }) => name === 'draw:text-box' || name === 'table:table'),
    reading,
  );
  const alternative = childOf(frame, 'draw:image') && blocks.length === 0 ? alternativeOf(frame) : '';
  return alternative ? [{ kind: 'paragraph', content: [{ text: alternative }] }] : blocks;
};

const readers: Readonly<Record<string, Reader>> = {
  'text:p': readParagraph,
  'text:h': readHeading,
  'text:list': (element, reading) => readList(element, reading),
  'table:table': (element, reading) => [readTable(element, reading)],
  'draw:frame': readFrame,
  'draw:text-box': readChildren,
  'draw:g': readChildren,
  'draw:a': readChildren,
  'draw:custom-shape': readChildren,
  'draw:rect': readChildren,
  'draw:ellipse': readChildren,
  'draw:circle': readChildren,
  'draw:line': readChildren,
  'draw:connector': readChildren,
  'draw:polygon': readChildren,
  'draw:path': readChildren,
  'text:numbered-paragraph': readChildren,
  'text:alphabetical-index': readChildren,
  'text:bibliography': readChildren,
  'text:illustration-index': readChildren,
  'text:object-index': readChildren,
  'text:table-index': readChildren,
  'text:user-index': readChildren,
};

/** Reads the elements of a body, a cell, a note or a frame; a table of contents is omitted. */
export const readBlocks = (elements: readonly XmlElement[], reading: Reading): FlatBlock[] =>
  elements.reduce<FlatBlock[]>(
    (blocks, element) =>
      addBlocks(
        blocks,
        wrappers.has(element.name)
          ? readChildren(element, reading)
          : (readers[element.name]?.(element, reading) ?? []),
      ),
    [],
  );

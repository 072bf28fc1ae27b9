import { assembleBlocks, type FlatBlock } from '../document-tree/assemble-blocks.ts';
import {
  type Block,
  type Cell,
  inlineText,
  isBlank,
  isCode,
  type ListItem,
  type TableRow,
  withoutBold,
} from '../document-tree/tree.ts';
import { childOf, elementsOf, type XmlElement } from '../xml/read-xml.ts';
import { alternativeOf, objectOf, readInlines } from './inlines.ts';
import type { Reading } from './styles.ts';

const isItem = ({ name }: XmlElement) => name === 'text:list-item' || name === 'text:list-header';
const isHeading = (block: FlatBlock) => block.kind === 'heading';

/** The number with which a list begins: its own, or one that goes on from another list. */
function firstNumber(list: XmlElement, key: string, start: number, { lastNumbers }: Reading): number {
  const { 'text:continue-list': continued, 'text:continue-numbering': goesOn } = list.attributes;
  const before = continued ? lastNumbers.get(`id ${continued}`) : lastNumbers.get(key);
  const isContinued = continued !== undefined || goesOn === 'true';
  return isContinued && before !== undefined ? before + 1 : start;
}

function itemsOf(list: XmlElement, reading: Reading, styleName: string | undefined, level: number) {
  const { start, isBare } = reading.styles.listLevel(styleName, level);
  const key = `style ${styleName} ${level}`;
  let next = start === undefined ? 0 : firstNumber(list, key, start, reading);
  const items = elementsOf(list)
    .filter(isItem)
    .map((element): ListItem => {
      const own = Number(element.attributes['text:start-value'] ?? Number.NaN);
      const number = own >= 0 && own < 1_000_000_000 ? own : next;
      const blocks = readItem(element, reading, styleName, level);
      // A header of a list, or an item with nothing but a list, has no number of its own.
      const isCounted = element.name === 'text:list-item' && blocks[0]?.kind !== 'list';
      if (isCounted) next = number + 1;
      return start === undefined ? { blocks } : { blocks, number };
    });
  reading.lastNumbers.set(key, next - 1);
  const id = list.attributes['xml:id'];
  if (id) reading.lastNumbers.set(`id ${id}`, next - 1);
  return { items, ordered: start !== undefined, isBare };
}

function readItem(item: XmlElement, reading: Reading, styleName: string | undefined, level: number): Block[] {
  const blocks = elementsOf(item).flatMap((element) =>
    element.name === 'text:list'
      ? readList(element, reading, styleName, level + 1)
      : reading.readBlocks([element], reading),
  );
  return assembleBlocks(blocks);
}

/** A list with those in it. One that only numbers headings becomes its headings, and one without marks its blocks. */
function readList(list: XmlElement, reading: Reading, outerStyle?: string, level = 1): FlatBlock[] {
  const styleName = list.attributes['text:style-name'] ?? outerStyle;
  const { items, ordered, isBare } = itemsOf(list, reading, styleName, level);
  const blocks = items.flatMap((item) => item.blocks);
  if (isBare || blocks.some(isHeading)) return blocks;
  return [{ kind: 'list', ordered, items: withoutEmptyItems(items) }];
}

/** An item with nothing but lists only indents them. */
const isIndent = ({ blocks }: ListItem) => blocks.length > 0 && blocks.every(({ kind }) => kind === 'list');

/**
 * Adds blocks to those before them. Presentations have a list for each paragraph, in which items without text stand for its level: such
 * a list belongs to the last item of the list before it.
 */
function addBlocks(blocks: FlatBlock[], added: readonly FlatBlock[]): FlatBlock[] {
  for (const block of added) {
    const [first, ...rest] = block.kind === 'list' ? block.items : [];
    if (block.kind !== 'list' || !first || !isIndent(first)) {
      blocks.push(block);
      continue;
    }
    const last = blocks.at(-1);
    const outer = last?.kind === 'list' ? last.items.at(-1) : undefined;
    if (last?.kind === 'list' && outer) {
      addBlocks(outer.blocks as Block[], first.blocks);
      (last.items as ListItem[]).push(...rest);
    } else {
      addBlocks(blocks, first.blocks);
      if (rest.length > 0) blocks.push({ ...block, items: rest });
    }
  }
  return blocks;
}

/** Items that only indent lists belong to the item before. */
function withoutEmptyItems(items: readonly ListItem[]): ListItem[] {
  const kept: (ListItem & { blocks: Block[] })[] = [];
  for (const item of items) {
    const last = kept.at(-1);
    if (last && isIndent(item)) last.blocks.push(...item.blocks);
    else kept.push({ ...item, blocks: [...item.blocks] });
  }
  return kept;
}

const maxColumns = 1_000;
/** Cells that are alike are written once, but mostly in spreadsheets; in a text there are few. */
const maxRepeatedCells = 64;
const groups = new Set(['table:table-rows', 'table:table-row-group', 'table:table-header-rows']);

function countOf(value: string | undefined): number {
  const count = Number(value ?? 1);
  return count >= 1 && count <= maxColumns ? count : 1;
}

function rowsOf(parent: XmlElement, reading: Reading, isHead: boolean): TableRow[] {
  return elementsOf(parent).flatMap((element): TableRow[] => {
    if (groups.has(element.name))
      return rowsOf(element, reading, isHead || element.name === 'table:table-header-rows');
    return element.name === 'table:table-row' ? [{ cells: cellsOf(element, reading), isHead }] : [];
  });
}

function cellsOf(row: XmlElement, reading: Reading): Cell[] {
  // Cells that others cover are in the file too.
  const cells = elementsOf(row).filter(({ name }) => name === 'table:table-cell');
  return cells.flatMap((element): Cell[] => {
    const { attributes } = element;
    const columns = countOf(attributes['table:number-columns-spanned']);
    const rows = countOf(attributes['table:number-rows-spanned']);
    const blocks = assembleBlocks(reading.readBlocks(elementsOf(element), reading));
    const repeated = Math.min(countOf(attributes['table:number-columns-repeated']), maxRepeatedCells);
    return Array.from({ length: repeated }, () => ({ blocks, columns, rows }));
  });
}

/** A table in a text or on a slide. */
const readTable = (table: XmlElement, reading: Reading): Block => ({
  kind: 'table',
  rows: rowsOf(table, reading, false),
});

type Reader = (element: XmlElement, reading: Reading) => FlatBlock[];

/** Elements around blocks that a reader does not see. */
export const wrappers: ReadonlySet<string> = new Set(['text:section', 'text:index-body']);

const readParagraph: Reader = (paragraph, reading) => {
  const style = reading.styles.get('paragraph', paragraph.attributes['text:style-name']);
  // Formatting of a style that applies to all its text shows in the kind of its block.
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
  if (object) return [{ kind: 'paragraph', content: [object.formula] }];
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

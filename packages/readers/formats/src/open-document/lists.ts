import { assembleBlocks, type FlatBlock } from '../document-tree/assemble-blocks.ts';
import type { Block, ListItem } from '../document-tree/tree.ts';
import { elementsOf, type XmlElement } from '../xml/element.ts';
import type { Reading } from './reading.ts';

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
export function readList(list: XmlElement, reading: Reading, outerStyle?: string, level = 1): FlatBlock[] {
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
export function addBlocks(blocks: FlatBlock[], added: readonly FlatBlock[]): FlatBlock[] {
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

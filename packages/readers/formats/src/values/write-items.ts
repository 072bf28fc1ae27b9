import { joinPieces } from '../document-tree/join-pieces.ts';
import type { Block } from '../document-tree/tree.ts';
import { blocksToMarkdown } from '../document-tree/write-blocks.ts';
import type { Value, ValueObject } from './value.ts';
import { valueBlocks } from './value-blocks.ts';

/** A part of structured data with the names that lead to it, or text that is none. */
export type ValueItem =
  | { readonly kind: 'value'; readonly path: readonly string[]; readonly value: Value }
  /** Some of the members of a long object. */
  | { readonly kind: 'members'; readonly path: readonly string[]; readonly value: ValueObject }
  /** One of the values of a long array, or of a file of several values. */
  | { readonly kind: 'element'; readonly path: readonly string[]; readonly value: Value }
  /** A part of a text that is too long to be held. */
  | { readonly kind: 'passage'; readonly path: readonly string[]; readonly value: string }
  | { readonly kind: 'text'; readonly text: string };

/** Elements of a long array that are looked at together. */
const elementsAtOnce = 500;

/** Writes values as headings, lists and tables; text that is none as it is. */
export const writeItems = (items: AsyncIterable<ValueItem>): AsyncGenerator<string> =>
  joinPieces(writtenItems(items));

async function* writtenItems(items: AsyncIterable<ValueItem>): AsyncGenerator<string> {
  const collector = createCollector();
  let isBegun = false;
  const write = (blocks: readonly Block[]) => {
    if (blocks.length === 0) return '';
    const separator = isBegun ? '\n' : '';
    isBegun = true;
    return `${separator}${blocksToMarkdown(blocks)}`;
  };
  for await (const item of items) {
    yield write(collector.add(item));
    if (item.kind === 'text') yield item.text;
  }
  yield write(collector.end());
}

/** Returns the blocks of items as soon as they are known; elements of one array are held until there are enough for a table. */
function createCollector() {
  let elements: Value[] = [];
  let path: readonly string[] = [];

  const end = (): Block[] => {
    const blocks = elements.length > 0 ? [...valueBlocks(elements, path.length + 1, path.at(-1))] : [];
    elements = [];
    return blocks;
  };
  return {
    end,
    add(item: ValueItem): Block[] {
      if (item.kind === 'text') return end();
      const isElsewhere = item.path.join('\0') !== path.join('\0');
      const isDue = isElsewhere || item.kind !== 'element' || elements.length >= elementsAtOnce;
      const blocks = isDue ? end() : [];
      if (isElsewhere) blocks.push(...headingsOf(path, item.path));
      path = item.path;
      if (item.kind === 'element') elements.push(item.value);
      else blocks.push(...valueBlocks(item.value, path.length + 1, path.at(-1)));
      return blocks;
    },
  };
}

/** Headings for the names in which a path differs from the one before. */
function headingsOf(before: readonly string[], path: readonly string[]): Block[] {
  const different = path.findIndex((name, index) => name !== before[index]);
  const start = different === -1 ? path.length : different;
  return path.slice(start).map((name, index) => ({
    kind: 'heading',
    level: start + index + 1,
    content: [{ text: name }],
  }));
}

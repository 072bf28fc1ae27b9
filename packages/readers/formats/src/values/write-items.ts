import { type Block, type Cell, type Inline, joinPieces } from '../document-tree/tree.ts';
import { blocksToMarkdown } from '../document-tree/write-blocks.ts';
import { isScalar, isSimple, showSimple, type Value, type ValueObject } from './value.ts';

/** Rows after which a table ends and its header comes again. */
const rowsPerTable = 50;
const maxColumns = 64;
/** Longer texts do not fit into a cell. */
const maxCellLength = 500;
/** Tables of which less than this share is filled are no tables. */
const minFilledShare = 0.5;

const isFlat = (value: Value): value is ValueObject =>
  !isScalar(value) &&
  !Array.isArray(value) &&
  Object.values(value).every((member) => isSimple(member) && showSimple(member).length <= maxCellLength);

/** Whether values are objects with much the same members, none of which has members of its own. */
function isRecordTable(values: readonly Value[]): values is readonly ValueObject[] {
  if (values.length === 0 || !values.every(isFlat)) return false;
  const columns = columnsOf(values);
  const cells = values.reduce<number>((sum, value) => sum + Object.keys(value).length, 0);
  const isFilled = cells >= minFilledShare * columns.length * values.length;
  return columns.length >= 2 && columns.length <= maxColumns && isFilled;
}

function* recordTables(records: readonly ValueObject[]): Generator<Block> {
  const columns = columnsOf(records);
  const header = { cells: columns.map(cellOf), isHead: true };
  for (let start = 0; start < records.length; start += rowsPerTable) {
    const rows = records.slice(start, start + rowsPerTable).map((record) => ({
      cells: columns.map((column) => cellOf(showSimple(record[column] ?? ''))),
    }));
    yield { kind: 'table', rows: [header, ...rows] };
  }
}

const columnsOf = (records: readonly ValueObject[]) => [...new Set(records.flatMap(Object.keys))];

const cellOf = (text: string): Cell => ({ blocks: [{ kind: 'paragraph', content: [{ text }] }] });

const maxHeadingLevel = 6;
/** Longer texts of several lines stand below a heading rather than in a list. */
const maxItemLength = 200;
/** Members by which people distinguish objects. */
const naming = ['title', 'name', 'label', 'id', 'key'];
const maxNameLength = 100;

const paragraph = (...content: Inline[]): Block => ({ kind: 'paragraph', content });
const isLongText = (value: Value) =>
  typeof value === 'string' && value.length > maxItemLength && value.includes('\n');

/**
 * Converts structured data to blocks: the members of an object become a list of names and values, or sections with headings if they have
 * members of their own, so that each part stands below the names that lead to it; similar objects become a table.
 */
function* valueBlocks(value: Value, level: number, label = 'Item'): Generator<Block> {
  if (isScalar(value)) yield* textBlocks(showSimple(value));
  else if (Array.isArray(value)) yield* arrayBlocks(value, level, label);
  else yield* objectBlocks(value as ValueObject, level);
}

function* textBlocks(text: string): Generator<Block> {
  for (const part of text.split(/\n\s*\n/)) {
    const lines = part.split('\n').flatMap((line): Inline[] => [{ kind: 'break' }, { text: line }]);
    yield paragraph(...lines.slice(1));
  }
}

function* arrayBlocks(values: readonly Value[], level: number, label: string): Generator<Block> {
  if (isRecordTable(values)) yield* recordTables(values);
  else if (level > maxHeadingLevel || values.every(isSimple)) {
    const items = values.map((value) => ({ blocks: [...valueBlocks(value, maxHeadingLevel + 1, label)] }));
    yield { kind: 'list', ordered: false, items };
  } else {
    for (const [index, value] of values.entries()) {
      yield { kind: 'heading', level, content: [{ text: nameOf(value) ?? `${label} ${index + 1}` }] };
      yield* valueBlocks(value, level + 1, label);
    }
  }
}

function nameOf(value: Value): string | undefined {
  if (isScalar(value) || Array.isArray(value)) return undefined;
  for (const name of naming) {
    const member = (value as ValueObject)[name];
    if (typeof member === 'string' && member.trim() && member.length <= maxNameLength) return member;
  }
  return undefined;
}

function* objectBlocks(value: ValueObject, level: number): Generator<Block> {
  const members = Object.entries(value);
  const isItem = ([, member]: [string, Value]) =>
    level > maxHeadingLevel || (isSimple(member) && !isLongText(member));
  const items = members.filter(isItem);
  if (items.length > 0)
    yield { kind: 'list', ordered: false, items: items.map((item) => ({ blocks: itemBlocks(...item) })) };
  for (const [name, member] of members.filter((entry) => !isItem(entry))) {
    yield { kind: 'heading', level, content: [{ text: name }] };
    yield* valueBlocks(member, level + 1, name);
  }
}

function itemBlocks(name: string, value: Value): Block[] {
  const key = { text: `${name}:`, bold: true };
  if (isSimple(value)) return [paragraph(key, { text: ` ${showSimple(value)}` })];
  return [paragraph(key), ...valueBlocks(value, maxHeadingLevel + 1, name)];
}

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

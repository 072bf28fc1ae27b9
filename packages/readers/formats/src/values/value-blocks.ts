import type { Block, Inline } from '../document-tree/tree.ts';
import { isRecordTable, recordTables } from './record-tables.ts';
import { isScalar, isSimple, showSimple, type Value, type ValueObject } from './value.ts';

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
export function* valueBlocks(value: Value, level: number, label = 'Item'): Generator<Block> {
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

import type { Facts } from './facts.ts';

/** The measures, in the order of the table's columns. */
export const measures = [
  'text',
  'order',
  'headings',
  'levels',
  'tables',
  'items',
  'nesting',
  'links',
  'bold',
  'italic',
  'code',
] as const;
type Measure = (typeof measures)[number];

/** Number of things there should be, how many were found, and how many of these are right. */
export interface Tally {
  readonly expected: number;
  readonly found: number;
  readonly right: number;
}

export type Scores = Readonly<Record<Measure, Tally>>;

/** The harmonic mean of precision and recall; undefined where there is nothing to find and nothing was found. */
export function f1({ expected, found, right }: Tally): number | undefined {
  return expected + found === 0 ? undefined : (2 * right) / (expected + found);
}

export const addTallies = (left: Tally, right: Tally): Tally => ({
  expected: left.expected + right.expected,
  found: left.found + right.found,
  right: left.right + right.right,
});

const wordsOf = ({ texts }: Facts) =>
  texts
    .join(' ')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns the number of expected things are among those found, each counted once. */
export function compare(expected: readonly string[], found: readonly string[]): Tally {
  const left = new Map<string, number>();
  for (const item of found) left.set(item, (left.get(item) ?? 0) + 1);
  let right = 0;
  for (const item of expected) {
    const count = left.get(item) ?? 0;
    if (count === 0) continue;
    left.set(item, count - 1);
    right += 1;
  }
  return { expected: expected.length, found: found.length, right };
}

/** Words in the same order: the longest common subsequence. */
export function compareOrder(expected: readonly string[], found: readonly string[]): Tally {
  let previous = new Uint32Array(found.length + 1);
  for (const word of expected) {
    const row = new Uint32Array(found.length + 1);
    for (let index = 1; index <= found.length; index++)
      row[index] =
        found[index - 1] === word
          ? (previous[index - 1] as number) + 1
          : Math.max(previous[index] as number, row[index - 1] as number);
    previous = row;
  }
  // Missing and added text lowers the score of the text instead.
  const shared = compare(expected, found).right;
  return { expected: shared, found: shared, right: previous.at(-1) ?? 0 };
}

/** Levels may all be shifted by as much: one reader's title is another's first heading. */
function compareLevels(expected: Facts['headings'], found: Facts['headings']): Tally {
  const levels = (headings: Facts['headings'], shift: number) =>
    headings.map(({ level, text }) => `${level + shift} ${text}`);
  const tallies = [-2, -1, 0, 1, 2].map((shift) => compare(levels(expected, shift), levels(found, 0)));
  const right = Math.max(...tallies.map((tally) => tally.right));
  const shared = compare(levels(expected, 0).map(withoutLevel), levels(found, 0).map(withoutLevel)).right;
  return { expected: shared, found: shared, right };
}

const withoutLevel = (heading: string) => heading.replace(/^-?\d+ /, '');

/** Cells with their neighbors to the right and below: a cell in the wrong place does not count. */
export const relations = (tables: Facts['tables']) =>
  tables.flatMap((rows) =>
    rows.flatMap((row, index) =>
      row.flatMap((cell, column) => [
        ...(column + 1 < row.length ? [`${cell} > ${row[column + 1]}`] : []),
        ...(index + 1 < rows.length ? [`${cell} / ${rows[index + 1]?.[column]}`] : []),
      ]),
    ),
  );

const nested = (items: Facts['items']) => items.map(({ depth, text }) => `${depth} ${text}`);

/** How well what was found says what was expected. */
export function score(expected: Facts, found: Facts): Scores {
  const texts = (items: readonly { readonly text: string }[]) => items.map(({ text }) => text);
  return {
    text: compare(wordsOf(expected), wordsOf(found)),
    order: compareOrder(wordsOf(expected), wordsOf(found)),
    headings: compare(texts(expected.headings), texts(found.headings)),
    levels: compareLevels(expected.headings, found.headings),
    tables: compare(relations(expected.tables), relations(found.tables)),
    items: compare(texts(expected.items), texts(found.items)),
    nesting: compare(nested(expected.items), nested(found.items)),
    links: compare(expected.links, found.links),
    bold: compare(expected.bold, found.bold),
    italic: compare(expected.italic, found.italic),
    code: compare(expected.code, found.code),
  };
}

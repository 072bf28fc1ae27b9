import type { Piece } from './documents.fixture.ts';

/** How much of what a document says was found, and how much of what was found is right; each from 0 to 1. */
export interface Tally {
  found: number;
  expected: number;
  right: number;
}

const emptyTally = (): Tally => ({ found: 0, expected: 0, right: 0 });

export function f1({ found, expected, right }: Tally): number {
  return found + expected === 0 ? 1 : (2 * right) / (found + expected);
}

/** Adds how many of the expected things are among those found, each counted once. */
function add(tally: Tally, expected: readonly string[], found: readonly string[]): void {
  const left = [...found];
  for (const item of expected) {
    const index = left.indexOf(item);
    if (index === -1) continue;
    left.splice(index, 1);
    tally.right++;
  }
  tally.expected += expected.length;
  tally.found += found.length;
}

const plain = (text: string) =>
  text.replace(/\\(.)/g, '$1').replace(/[*_`]/g, '').replace(/\s+/g, ' ').trim();

function tablesOf(markdown: string): string[][][] {
  const tables: string[][][] = [];
  for (const block of markdown.trim().split(/\n\n+/)) {
    const lines = block.split('\n');
    if (!lines.every((line) => line.startsWith('|'))) continue;
    const rows = lines.filter((_, index) => index !== 1);
    tables.push(
      rows.map((row) =>
        row
          .slice(1, -1)
          .split(/(?<!\\)\|/)
          .map(plain),
      ),
    );
  }
  return tables;
}

/** Cells with their neighbor to the right and below: a cell in the wrong place does not count. */
const relations = (rows: readonly (readonly string[])[]) =>
  rows.flatMap((row, index) =>
    row.flatMap((cell, column) => [
      ...(column + 1 < row.length ? [`${cell}>${row[column + 1]}`] : []),
      ...(index + 1 < rows.length ? [`${cell}/${rows[index + 1]?.[column]}`] : []),
    ]),
  );

export interface Scores {
  readonly headings: Tally;
  readonly levels: Tally;
  readonly ruled: Tally;
  readonly open: Tally;
  readonly items: Tally;
  readonly paragraphs: Tally;
  readonly code: Tally;
}

export const emptyScores = (): Scores => ({
  headings: emptyTally(),
  levels: emptyTally(),
  ruled: emptyTally(),
  open: emptyTally(),
  items: emptyTally(),
  paragraphs: emptyTally(),
  code: emptyTally(),
});

type Item = string | readonly string[];
const itemTexts = (items: readonly Item[]): string[] =>
  items.flatMap((item) =>
    typeof item === 'string' ? [`0 ${plain(item)}`] : item.map((text) => `1 ${plain(text)}`),
  );

/** Adds how well a document's Markdown says what its pieces say. */
export function score(scores: Scores, pieces: readonly Piece[], markdown: string): void {
  const of = <Kind extends Piece['kind']>(kind: Kind) =>
    pieces.filter((piece): piece is Piece & { kind: Kind } => piece.kind === kind);
  const lines = markdown.split('\n');
  const headings = lines
    .flatMap((line) => /^(#+) (.*)$/.exec(line) ?? [])
    .filter((_, index) => index % 3 !== 0);
  const found = headings.flatMap((mark, index) =>
    index % 2 === 0 ? [[mark.length, plain(headings[index + 1] ?? '')] as const] : [],
  );
  add(
    scores.headings,
    of('heading').map(({ text }) => plain(text)),
    found.map(([, text]) => text),
  );
  add(
    scores.levels,
    of('heading').map(({ level, text }) => `${level} ${plain(text)}`),
    found.map(([level, text]) => `${level} ${text}`),
  );
  const tables = tablesOf(markdown).map(relations);
  for (const { ruled, rows } of of('table')) {
    const expected = relations(rows);
    const shared = (table: readonly string[]) => table.filter((item) => expected.includes(item)).length;
    tables.sort((a, b) => shared(b) - shared(a));
    const best = tables[0] && shared(tables[0]) > 0 ? tables.shift() : undefined;
    add(ruled ? scores.ruled : scores.open, expected, best ?? []);
  }
  // Remaining tables match none that was expected.
  for (const table of tables) scores.open.found += table.length;
  const items = lines.flatMap((line) => {
    const item = /^( *)(?:[-*+]|\d+\.) +(.*)$/.exec(line);
    return item ? [`${(item[1] as string).length > 0 ? 1 : 0} ${plain(item[2] as string)}`] : [];
  });
  add(
    scores.items,
    of('list').flatMap((list) => itemTexts(list.items)),
    items,
  );
  const blocks = markdown.split(/\n\n+/).filter((block) => !/^(?:#|\||```| *(?:[-*+]|\d+\.) )/.test(block));
  add(
    scores.paragraphs,
    of('paragraph').map(({ text }) => plain(text)),
    blocks.map(plain),
  );
  const code = [...markdown.matchAll(/^```\w*\n([\s\S]*?)\n```$/gm)].map(([, text]) => text as string);
  add(
    scores.code,
    of('code').map((piece) => piece.lines.join('\n')),
    code,
  );
}

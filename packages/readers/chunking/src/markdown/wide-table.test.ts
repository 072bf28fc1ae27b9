import { describe, expect, test } from '@jest/globals';
import { seededRandom } from '../../test/sample-documents.ts';
import { chunkMarkdown, countTokens } from '../index.ts';

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);
const names = [
  'station',
  'year',
  ...['rain', 'sunshine'].flatMap((kind) => months.map((month) => `${kind} of ${month}`)),
];

interface Shape {
  readonly columns: number;
  readonly rows: number;
  readonly write?: (row: number, column: number) => string;
}

const plainValue = (row: number, column: number) => String(((row * 37 + column * 11) % 300) + column / 10);

/** A table whose first cell names the row, and whose values are all of their own. */
function tableOf({ columns, rows, write = plainValue }: Shape) {
  const header = Array.from({ length: columns }, (_, column) => names[column] ?? `column ${column} of many`);
  const cells = Array.from({ length: rows }, (_, row) => [
    `Station${row}`,
    ...Array.from({ length: columns - 1 }, (_, column) => write(row, column + 1)),
  ]);
  const line = (texts: readonly string[]) => `| ${texts.join(' | ')} |`;
  return { header, cells, text: [line(header), `|${'---|'.repeat(columns)}`, ...cells.map(line)].join('\n') };
}

/** The rows of a chunk as records by the names of their columns, as who reads the chunk alone reads them. */
function recordsOf(text: string): Record<string, string>[] {
  const split = (line: string) =>
    line
      .replace(/^\|/, '')
      .replace(/\|$/, '')
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
  const lines = text.split('\n').filter((line) => line.includes('|'));
  const [header, delimiter, ...rows] = lines;
  if (!header || !/^\|?(?:-+\|)+$/.test(delimiter ?? '')) return [];
  const columns = split(header);
  return rows.map((row) => Object.fromEntries(split(row).map((cell, index) => [columns[index] ?? '', cell])));
}

const sizes = [
  { chunkSize: 220, chunkOverlap: 44 },
  { chunkSize: 180, chunkOverlap: 36 },
  { chunkSize: 100, chunkOverlap: 0 },
  { chunkSize: 400, chunkOverlap: 80 },
];

describe.each(sizes)('in chunks of $chunkSize tokens', (options) => {
  test.each([12, 26, 60, 200])(
    'each value of a table of %i columns stands under its name, beside its row',
    (columns) => {
      const { header, cells, text } = tableOf({ columns, rows: 12 });
      const chunks = chunkMarkdown(`# Climate\n\n${text}\n\nThe end.`, options);
      const records = chunks.flatMap((chunk) => recordsOf(chunk.text));
      for (const row of cells)
        for (const [column, value] of row.entries())
          expect(records).toContainEqual(
            expect.objectContaining({ station: row[0], [header[column] ?? '']: value }),
          );
      for (const chunk of chunks) {
        expect(chunk.tokens).toBe(countTokens(chunk.text));
        expect(chunk.tokens).toBeLessThanOrEqual(options.chunkSize);
      }
    },
  );

  test('nothing of a wide table is lost, whatever its cells hold', () => {
    const random = seededRandom(11);
    const odd = [
      '',
      '\\|',
      'a \\| b',
      '`x`',
      'ü',
      '漢字かな',
      'long '.repeat(60).trim(),
      '0.5',
      'x'.repeat(300),
    ];
    for (let round = 0; round < 20; round += 1) {
      const write = () => odd[Math.floor(random() * odd.length)] ?? '';
      const { text } = tableOf({ columns: 2 + Math.floor(random() * 40), rows: 6, write });
      const source = `Before.\n\n${text}\n\nAfter.`;
      const covered = new Uint8Array(source.length);
      for (const chunk of chunkMarkdown(source, options)) {
        covered.fill(1, chunk.start, chunk.end);
        expect(chunk.tokens).toBe(countTokens(chunk.text));
        expect(chunk.tokens).toBeLessThanOrEqual(options.chunkSize);
      }
      const lost = [...source].filter((letter, index) => !covered[index] && /\S/.test(letter));
      expect(lost).toEqual([]);
    }
  });
});

test('rows that fit under their header share it, as before', () => {
  const { text } = tableOf({ columns: 4, rows: 80 });
  const chunks = chunkMarkdown(text, { chunkSize: 220, chunkOverlap: 44 });
  expect(chunks.length).toBeLessThan(30);
  for (const chunk of chunks) expect(recordsOf(chunk.text).length).toBeGreaterThan(1);
});

test('a table without bars at its sides is cut between its cells too', () => {
  const { header, cells } = tableOf({ columns: 26, rows: 4 });
  const text = [
    header.join(' | '),
    header.map(() => '---').join('|'),
    ...cells.map((row) => row.join(' | ')),
  ].join('\n');
  const records = chunkMarkdown(text, { chunkSize: 220, chunkOverlap: 44 }).flatMap((chunk) =>
    recordsOf(chunk.text),
  );
  expect(records).toContainEqual(
    expect.objectContaining({ station: 'Station3', 'sunshine of August': cells[3]?.[21] }),
  );
});

test('a table keeps all rows of its header below a caption without an empty line between', () => {
  const rows = Array.from({ length: 30 }, (_, row) => `| Row ${row} | ${row * 100} | ${row * 7} |`);
  const header = ['| Kind | Q1 | Q2 |', '| | Jan-Mar | Apr-Jun |', '|---|---|---|'];
  const text = ['Table 1: Costs, in thousands | estimated', 'of all systems', ...header, ...rows].join('\n');
  const chunks = chunkMarkdown(text, { chunkSize: 120, chunkOverlap: 20 }).map((chunk) => chunk.text);
  expect(chunks.length).toBeGreaterThan(3);
  expect(chunks.every((chunk) => chunk.includes(header.join('\n')))).toBe(true);
  expect(chunks.filter((chunk) => chunk.includes('Table 1: Costs, in thousands | estimated'))).toHaveLength(
    1,
  );
});

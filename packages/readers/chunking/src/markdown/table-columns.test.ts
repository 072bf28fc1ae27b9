import { expect, test } from '@jest/globals';
import { chunkMarkdown } from '../index.ts';

const row = (cells: readonly string[], bar: string) =>
  `${bar} ${cells.map((cell) => cell.padEnd(8)).join(` ${bar} `)} ${bar}`;
const rows = Array.from({ length: 60 }, (_, i) => [`CB-${i}`, `use ${i}`, `${i} m`]);
const header = ['Code', 'Use', 'Length'];

test.each([
  [
    'lines',
    '│',
    '┌──────────┬──────────┬──────────┐',
    '├──────────┼──────────┼──────────┤',
    '└──────────┴──────────┴──────────┘',
  ],
  [
    'signs',
    '|',
    '+----------+----------+----------+',
    '+----------+----------+----------+',
    '+----------+----------+----------+',
  ],
])(
  'each part of a table that is drawn with %s has the names of its columns',
  (_what, bar, top, middle, bottom) => {
    const text = [
      'All cables:',
      top,
      row(header, bar),
      middle,
      ...rows.map((cells) => row(cells, bar)),
      bottom,
      '',
      'The end.',
    ].join('\n');
    const chunks = chunkMarkdown(text, { chunkSize: 150, chunkOverlap: 0 });
    expect(chunks.length).toBeGreaterThan(4);
    for (const chunk of chunks.filter((one) => one.text.includes('CB-'))) {
      expect(chunk.text).toContain('Length');
    }
  },
);

test('a table that fits is not cut', () => {
  const table = `+------+-----+\n| name | age |\n+------+-----+\n| Ann  |  31 |\n+------+-----+`;
  const chunks = chunkMarkdown(`${'Some words here. '.repeat(30)}\n\n${table}\n`, {
    chunkSize: 90,
    chunkOverlap: 0,
  });
  expect(chunks.some(({ text }) => text.includes(table))).toBe(true);
});

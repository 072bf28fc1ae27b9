import { expect, test } from '@jest/globals';
import { DocumentLocations, joinLocations, type LocationEntry } from './index.ts';

const locations = new DocumentLocations([
  [0, 'box', 1, 50, 60, 200, 20],
  [40, 'box', 1, 50, 90, 200, 300],
  [40, 'box', 2, 50, 50, 200, 30],
  [900, 'box', 2, 50, 90, 200, 40],
  [1_500, 'box', 5, 50, 90, 200, 40],
]);

test('a chunk that begins within a block stands where the block does, over the end of its page', () => {
  expect(locations.find(500, 600, ['Part', 'Chapter'])).toEqual({
    pages: [1, 2],
    boxes: [
      { page: 1, x: 50, y: 90, width: 200, height: 300 },
      { page: 2, x: 50, y: 50, width: 200, height: 30 },
    ],
    section: ['Part', 'Chapter'],
  });
});

test('areas below each other in a column are one', () => {
  expect(locations.find(41, 1_200, []).boxes).toEqual([
    { page: 1, x: 50, y: 90, width: 200, height: 300 },
    { page: 2, x: 50, y: 50, width: 200, height: 80 },
  ]);
});

test('a chunk over very many areas has one for each page, and no more than twelve', () => {
  const many = Array.from(
    { length: 100 },
    (_, n): LocationEntry => [n, 'box', 1 + Math.floor(n / 2), (n % 2) * 300, 90, 200, 20],
  );
  const { pages, boxes } = new DocumentLocations(many).find(0, 200, []);
  expect(pages).toEqual([1, 50]);
  expect(boxes).toHaveLength(12);
});

test('slides and rows have a first and a last one, rows those of one sheet', () => {
  const slides = new DocumentLocations([
    [0, 'slide', 1],
    [10, 'slide', 2],
    [20, 'slide', 3],
  ]);
  expect(slides.find(12, 30, [])).toEqual({ slides: [2, 3], section: [] });
  const rows = new DocumentLocations([
    [0, 'row', 'Staff', 1],
    [10, 'row', 'Staff', 2],
    [20, 'row', 'Costs', 1],
  ]);
  expect(rows.find(0, 30, [])).toEqual({ sheet: 'Staff', rows: [1, 2], section: [] });
});

test('text of which nothing is known has its section alone', () => {
  expect(new DocumentLocations([]).find(0, 10, ['A'])).toEqual({ section: ['A'] });
});

test('texts that follow each other are located from the first to the last of them', () => {
  const box = { x: 50, width: 200, height: 100 };
  expect(
    joinLocations([
      { pages: [1, 1], boxes: [{ page: 1, ...box, y: 90 }], section: ['A'] },
      {
        pages: [1, 2],
        boxes: [
          { page: 1, ...box, y: 170 },
          { page: 2, ...box, y: 50 },
        ],
        section: ['A'],
      },
    ]),
  ).toEqual({
    pages: [1, 2],
    boxes: [
      { page: 1, ...box, y: 90, height: 180 },
      { page: 2, ...box, y: 50 },
    ],
    section: ['A'],
  });
  const rows = [4, 9].map((row) => ({ sheet: 'Staff', rows: [row, row + 5], section: [] }));
  expect(joinLocations(rows)).toEqual({ sheet: 'Staff', rows: [4, 14], section: [] });
});

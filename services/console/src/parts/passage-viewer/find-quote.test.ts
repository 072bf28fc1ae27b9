import { expect, test } from '@jest/globals';
import { findQuoteBoxes, type TextRun } from './find-quote.ts';

const line = (text: string, y: number, page = 1, x = 50): TextRun => ({
  text,
  page,
  x,
  y,
  width: text.length * 5,
  height: 10,
});

const runs = [
  line('The turbine is oiled every sec-', 100),
  line('ond Thursday by two people.', 115),
  line('The turbine is oiled every second', 300),
  line('Thursday, as page one says.', 10, 2),
];

test('a quote has a box for each of its lines, also where a word is broken', () => {
  const boxes = findQuoteBoxes(runs, 'oiled every second Thursday', []);
  expect(boxes).toEqual([
    { page: 1, x: 50 + 15 * 5, y: 100, width: 15 * 5, height: 10 },
    { page: 1, x: 50, y: 115, width: 12 * 5, height: 10 },
  ]);
});

test('among several places the one within the passage is meant', () => {
  const passage = [{ page: 1, x: 40, y: 290, width: 400, height: 30 }];
  const boxes = findQuoteBoxes(runs, 'The turbine is oiled', passage);
  expect(boxes).toMatchObject([{ y: 300, x: 50, width: 20 * 5 }]);
});

test('a quote goes on on the next page', () => {
  const passage = [{ page: 1, x: 40, y: 290, width: 400, height: 30 }];
  const boxes = findQuoteBoxes(runs, 'every second Thursday, as page one', passage);
  expect(boxes.map(({ page, y }) => [page, y])).toEqual([
    [1, 300],
    [2, 10],
  ]);
});

test('runs of one line make one box', () => {
  const parts = [line('ﬁrst ', 20), line('second', 20, 1, 75)];
  expect(findQuoteBoxes(parts, 'First second', [])).toEqual([
    { page: 1, x: 50, y: 20, width: 55, height: 10 },
  ]);
});

test.each(['The turbine stands still today', 'a b', ''])('%j is nowhere', (quote) => {
  expect(findQuoteBoxes(runs, quote, [])).toEqual([]);
});

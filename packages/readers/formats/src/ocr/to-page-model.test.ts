import { expect, test } from '@jest/globals';
import { readHocr } from './hocr.ts';
import { toPageModel } from './to-page-model.ts';

const word = (text: string, x1: number, x2: number, y: number, confidence = 95) =>
  `<span class='ocrx_word' title='bbox ${x1} ${y} ${x2} ${y + 30}; x_wconf ${confidence}'>${text}</span>`;
const line = (height: number, y: number, ...words: string[]) =>
  `<span class='ocr_line' title="bbox 100 ${y} 900 ${y + 30}; baseline 0.01 -6; x_size ${height}; x_descenders 6">${words.join(' ')}</span>`;

function runsOf(...lines: string[]) {
  const read = {
    width: 1_000,
    height: 1_400,
    lines: readHocr(`<div class='ocr_page'>${lines.join('')}</div>`),
  };
  return toPageModel(read, { number: 1 }).runs.map(({ text, size }) => [text, size]);
}

test('letters that are hardly larger are those of the text, and clearly larger ones are not', () => {
  const body = (y: number) => line(30, y, word('running', 100, 200, y), word('text', 210, 260, y));
  expect(
    runsOf(
      line(48, 0, word('Title', 100, 300, 0)),
      body(100),
      line(32, 140, word('ACE', 100, 160, 140)),
      body(200),
    ),
  ).toEqual([
    ['Title', 18],
    ['running text', 11],
    ['ACE', 11],
    ['running text', 11],
  ]);
});

test('a sign that stands apart at the beginning of a line marks an item', () => {
  expect(
    runsOf(
      line(30, 0, word('e', 100, 108, 0, 40), word('Boats', 130, 200, 0)),
      line(30, 40, word('~', 100, 108, 40, 5), word('Bread', 130, 200, 40)),
      line(30, 80, word('A', 100, 118, 80), word('boat', 127, 200, 80)),
    ).map(([text]) => text),
  ).toEqual(['•', 'Boats', '•', 'Bread', 'A boat']);
});

test('words far apart are cells', () => {
  expect(runsOf(line(30, 0, word('Apples', 100, 180, 0), word('120', 500, 540, 0))).length).toBe(2);
});

test('characters of markup are read as what they stand for', () => {
  expect(runsOf(line(30, 0, word('R&amp;D &lt;b&gt;', 100, 200, 0)))[0]?.[0]).toBe('R&D <b>');
});

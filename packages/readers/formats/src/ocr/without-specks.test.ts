import { expect, test } from '@jest/globals';
import { withoutSpecks } from './without-specks.ts';

const place = { x1: 0, y1: 0, x2: 10, y2: 10 };
const lineOf = (...words: [text: string, confidence: number][]) => ({
  words: words.map(([text, confidence]) => ({ ...place, text, confidence })),
  height: 10,
  baseline: { x: 0, y: 10, slope: 0 },
});
const textsOf = (...lines: ReturnType<typeof lineOf>[]) =>
  withoutSpecks(lines).map(({ words }) => words.map(({ text }) => text).join(' '));

test('a word with an apostrophe is read where tesseract is sure of its line only', () => {
  const line = lineOf(['une', 96], ['fois', 95], ["l'installation", 7], ['terminée', 94]);
  expect(textsOf(line)).toEqual(["une fois l'installation terminée"]);
});

test('signs that tesseract takes specks for are no text', () => {
  expect(textsOf(lineOf(['terminée', 94], ['|', 12], ['.', 3], ['i', 9]))).toEqual(['terminée']);
});

test('a line of which tesseract is mostly not sure keeps the words that it is sure of', () => {
  expect(textsOf(lineOf(['ae', 12], ['Plan', 90], ['eeeee', 3]), lineOf(['lle', 9]))).toEqual(['Plan']);
});

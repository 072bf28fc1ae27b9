import { createSeededRandom } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { resemblance, sketchOf } from './own-content.ts';

const alike = (one: string, other: string) => resemblance(sketchOf(one), sketchOf(other));
const random = createSeededRandom(5);
const words = (count: number) =>
  Array.from({ length: count }, () =>
    Math.floor(random() * 1e9)
      .toString(36)
      .replace(/\d/g, 'x'),
  ).join(' ');

test('a text is like itself, and like itself with other numbers and addresses', () => {
  const text = words(300);
  expect(alike(text, text)).toBe(1);
  expect(alike(`${text} at 12:03, /n1`, `${text} at 17:45, /n2?x=3`)).toBeGreaterThan(0.95);
});

test('texts of other words are not alike', () => {
  expect(alike(words(300), words(300))).toBeLessThan(0.05);
});

test.each([10, 50, 90])('texts that share %i of 100 words are about as alike', (percent) => {
  const shared = words(10 * percent);
  const own = 1_000 - 10 * percent;
  const expected = percent / (200 - percent);
  expect(Math.abs(alike(`${shared} ${words(own)}`, `${shared} ${words(own)}`) - expected)).toBeLessThan(0.15);
});

test('a sketch is short however long the text is', () => {
  expect(sketchOf(words(20_000)).length).toBeLessThan(400);
});

test.each(['', 'one', 'two words'])('the text "%s" can be compared', (text) => {
  expect(alike(text, text)).toBe(1);
  expect(alike(text, words(100))).toBeLessThan(0.1);
});

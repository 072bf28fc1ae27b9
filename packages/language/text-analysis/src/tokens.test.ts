import { expect, test } from '@jest/globals';
import { analyze } from './index.ts';
import { streamSafe } from './tokens.ts';

const reordered = Array.from({ length: 40_000 }, (_, index) => (index % 2 ? '\u0301' : '\u0316')).join('');

test('a letter keeps thirty of its marks, and text that languages write is unchanged', () => {
  expect(streamSafe(`a${'\u0301'.repeat(100)}b`)).toBe(`a${'\u0301'.repeat(30)}b`);
  for (const text of ['Việt Nam', 'שָׁלוֹם', 'हिन्दी', 'e\u0301\u0323']) expect(streamSafe(text)).toBe(text);
});

test('words with tens of thousands of combining marks are analyzed in less than a second', () => {
  const startedAt = performance.now();
  expect(analyze(`a${reordered} heron`).length).toBeGreaterThan(0);
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});

import { expect, test } from '@jest/globals';
import { createSample, extrapolate } from './extrapolate.ts';
import type { EstimatedItem } from './outcome.ts';

const item = (tokens: number, wouldBe: EstimatedItem['wouldBe'] = 'NEW'): EstimatedItem => ({
  externalId: String(tokens),
  name: null,
  reason: null,
  wouldBe,
  counts:
    wouldBe === 'NEW'
      ? {
          characters: tokens * 4,
          tokens,
          chunks: 1,
          embeddings: 1,
          embeddedTokens: tokens,
          contexts: 0,
          contextInputTokens: 0,
          contextOutputTokens: 0,
        }
      : null,
});

test('what was all read is exact', () => {
  const read = [item(10), item(30)];
  const figures = extrapolate({ read, representative: read, documents: 2, documentsAreExact: true });
  expect(figures).toMatchObject({
    tokens: { value: 40, isExact: true },
    chunks: { value: 2, isExact: true },
    skipped: { value: 0, isExact: true },
  });
});

test('what was not read is as those are that may stand for it, failures included', () => {
  const drawn = [item(100), item(300), item(0, 'SKIPPED'), item(0, 'SKIPPED')];
  const figures = extrapolate({
    read: [item(1_000), ...drawn],
    representative: drawn,
    documents: 105,
    documentsAreExact: true,
  });
  expect(figures.documents).toEqual({ value: 105, isExact: true });
  expect(figures.tokens).toEqual({ value: 1_400 + 100 * 100, isExact: false });
  expect(figures.skipped).toEqual({ value: 52, isExact: false });
});

test('a file that was not read is taken for one like the pages', () => {
  const read = [item(100), item(0, 'UNKNOWN')];
  const figures = extrapolate({ read, representative: read, documents: 2, documentsAreExact: true });
  expect(figures.tokens).toEqual({ value: 200, isExact: false });
});

test('nothing is concluded from nothing', () => {
  const figures = extrapolate({ read: [], representative: [], documents: 7, documentsAreExact: false });
  expect(figures.tokens).toEqual({ value: 0, isExact: false });
});

test('a sample is bounded, the same each time, and drawn from all', () => {
  const draw = () => {
    const sample = createSample(50);
    for (let at = 0; at < 10_000; at++) sample.add(`https://example.com/${at}`);
    return sample.drawn();
  };
  const drawn = draw();
  expect(drawn).toEqual(draw());
  expect(new Set(drawn).size).toBe(50);
  const late = drawn.filter((address) => Number(address.split('/').at(-1)) >= 5_000);
  expect(late.length).toBeGreaterThan(12);
  expect(late.length).toBeLessThan(38);
});

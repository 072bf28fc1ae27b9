import { priceSettings } from '@docfleet/pipeline/spending';
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { calculateCost } from './calculate-cost.ts';
import type { EstimateOutcome } from './outcome.ts';

const exact = (value: number) => ({ value, isExact: true });
const figures: EstimateOutcome['figures'] = {
  documents: exact(200),
  skipped: exact(0),
  characters: exact(0),
  tokens: exact(5_000_000),
  chunks: exact(0),
  embeddings: exact(0),
  embeddedTokens: exact(2_500_000),
  contexts: exact(0),
  contextInputTokens: exact(0),
  contextOutputTokens: exact(0),
  ocrPages: exact(3),
};
const configs = {
  embeddingModelConfig: { provider: 'OPENAI', model: 'text-embedding-3-small' },
  webScraperConfig: { provider: 'FIRECRAWL' },
};
const table = (json: object) =>
  z.object(priceSettings).parse({ PRICE_TABLE: JSON.stringify(json) }).PRICE_TABLE;
const embedding = { 'OPENAI/text-embedding-3-small': 0.02 };
const whole = { embedding, ocrPage: 0.001, scrapedPage: { FIRECRAWL: 0.0005 } };

test('what is embedded, read by OCR and scraped is paid for', () => {
  expect(calculateCost(table(whole), { configs, figures, isScraped: true })).toEqual({
    currency: 'USD',
    total: 0.153,
    parts: { embedding: 0.05, context: 0, ocr: 0.003, scraping: 0.1 },
  });
});

test('what the context model reads and writes is paid for, and has no cost without a price', () => {
  const contexts = {
    contexts: exact(10),
    contextInputTokens: exact(1_000_000),
    contextOutputTokens: exact(10_000),
  };
  const priced = {
    configs: { ...configs, contextModelConfig: { provider: 'OPENAI', model: 'tiny' } },
    figures: { ...figures, ...contexts },
    isScraped: false,
  };
  const chat = { 'OPENAI/tiny': { input: 1, output: 2 } };
  expect(calculateCost(table({ ...whole, chat }), priced)).toMatchObject({ parts: { context: 1.02 } });
  expect(calculateCost(table(whole), priced)).toEqual({
    unknown: 'PRICE_TABLE has no price for OPENAI/tiny',
  });
});

test('a file is not scraped', () => {
  expect(
    calculateCost(table({ embedding, ocrPage: 0 }), { configs, figures, isScraped: false }),
  ).toMatchObject({
    total: 0.05,
  });
});

test.each([
  [undefined, 'PRICE_TABLE'],
  [{}, 'OPENAI/text-embedding-3-small'],
  [{ embedding }, 'ocrPage'],
  [{ embedding, ocrPage: 1 }, 'FIRECRAWL'],
])('with the prices %j the cost is not known, and it is said why', (json, named) => {
  const cost = calculateCost(json && table(json), { configs, figures, isScraped: true });
  expect(cost).toEqual({ unknown: expect.stringContaining(named) });
});

test.each(['{', '{"embedding":{"a":-1}}', '{"tokens":1}'])('the price table %s is refused', (PRICE_TABLE) => {
  expect(z.object(priceSettings).safeParse({ PRICE_TABLE }).success).toBe(false);
});

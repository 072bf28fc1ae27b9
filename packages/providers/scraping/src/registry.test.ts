import { readdirSync, readFileSync } from 'node:fs';
import { createEgress } from '@docfleet/egress';
import { afterAll, expect, test } from '@jest/globals';
import { webReader as reader } from '../test/web-reader.ts';
import { openWebScraper, providers, webScraperConfig } from './registry.ts';

const egress = createEgress({ allowCidrs: [] });
afterAll(() => egress.close());

const folder = new URL('providers/', import.meta.url);
const folders = readdirSync(folder);

test('every provider has its folder, and every folder is registered', () => {
  const names = providers.map(({ config }) => config.shape.provider.value.toLowerCase());
  expect(names.toSorted()).toEqual(folders.toSorted());
});

test.each(folders)('the provider in %s runs the conformance suite', (name) => {
  const source = readFileSync(new URL(`${name}/${name}.test.ts`, folder), 'utf8');
  expect(source).toContain('describeScrapingProvider({');
});

test.each([
  { provider: 'OTHER', apiKey: 'key' },
  { provider: 'FIRECRAWL' },
  { provider: 'JINA', apiKey: 'two words' },
  { provider: 'BUILTIN', apiKey: 'key' },
  undefined,
])('%j is no scraper configuration', (stored) => {
  expect(webScraperConfig.safeParse(stored).success).toBe(false);
  expect(() => openWebScraper(stored, { egress, reader })).toThrow();
});

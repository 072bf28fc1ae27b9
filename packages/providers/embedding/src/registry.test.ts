import { readdirSync, readFileSync } from 'node:fs';
import { createEgress } from '@docfleet/egress';
import { afterAll, expect, test } from '@jest/globals';
import { embeddingModelConfig, openEmbedder, providers } from './registry.ts';

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
  expect(source).toContain('describeEmbeddingProvider({');
});

test.each([
  [{ provider: 'OPENAI', model: 'text-embedding-3-large', apiKey: 'key' }, 3_072],
  [{ provider: 'COHERE', model: 'embed-multilingual-v2.0', apiKey: 'key' }, 768],
  [{ provider: 'JINA', model: 'jina-embeddings-v3', apiKey: 'key' }, 1_024],
  [{ provider: 'LOCAL' }, 384],
])('%j opens a model of %i dimensions', (stored, dimensions) => {
  expect(openEmbedder(stored, { egress }).dimensions).toBe(dimensions);
});

test.each([
  { provider: 'OTHER', model: 'x', apiKey: 'key' },
  { provider: 'OPENAI', model: 'text-embedding-3-large' },
  { provider: 'COHERE', model: 'embed-english-v9.0', apiKey: 'key' },
  { provider: 'LOCAL', apiKey: 'key' },
  undefined,
])('%j is no embedding configuration', (stored) => {
  expect(embeddingModelConfig.safeParse(stored).success).toBe(false);
  expect(() => openEmbedder(stored, { egress })).toThrow();
});

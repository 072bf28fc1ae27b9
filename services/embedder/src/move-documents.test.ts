import type { NamespaceProviders } from '@docfleet/pipeline/providers';
import { analyzerVersion } from '@docfleet/text-analysis/version';
import { expect, test } from '@jest/globals';
import { staysAsItIs } from './move-documents.ts';

const embedding = {
  provider: 'OPENAI',
  model: 'm',
  dimensions: 2,
  chunkSize: 400,
  chunkOverlap: 80,
  metadataVersion: 1,
  title: 'travel policy',
  analyzerVersion,
};
const document = { name: 'travel-policy.pdf', chunkSize: 400, chunkOverlap: 80, embedding };
const limits = {
  inputsPerRequest: 1,
  tokensPerRequest: 10_000,
  tokensPerInput: 8_000,
  concurrentRequests: 1,
};
const providers = { current: {}, embedder: { limits } } as unknown as NamespaceProviders;

test('a document moves as it is where its model, title, sizes and text analysis are those of before', () => {
  expect(staysAsItIs(providers)(document)).toBe(true);
});

test.each<[string, object, object]>([
  ['another name', { name: 'expenses.pdf' }, {}],
  ['other sizes', { chunkSize: 200 }, {}],
  ['sizes of the namespace', {}, { current: { chunkSizes: { chunkSize: 300, chunkOverlap: 0 } } }],
  ['a context model', {}, { current: { contextModel: { provider: 'OPENAI', model: 'c' } } }],
  ['an older text analysis', { embedding: { ...embedding, analyzerVersion: analyzerVersion - 1 } }, {}],
  ['vectors that were never made', { embedding: null }, {}],
])('a document with %s is embedded like others', (_what, changed, other) => {
  const given = { ...providers, ...other } as NamespaceProviders;
  expect(staysAsItIs(given)({ ...document, ...changed })).toBe(false);
});

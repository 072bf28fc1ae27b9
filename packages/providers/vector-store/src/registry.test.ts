import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { providers, vectorStorageConfig } from './registry.ts';

const folder = new URL('./providers/', import.meta.url);
const folders = readdirSync(folder);

test('every folder of a provider is registered under its name', () => {
  const registered = providers.map(({ config }) => config.shape.provider.value.toLowerCase());
  expect(folders.toSorted()).toEqual(registered.toSorted());
});

test.each(folders)('%s runs the conformance suite', (name) => {
  const tests = readdirSync(new URL(name, folder)).filter((file) =>
    /^[a-z]+(\.integration)?\.test\.ts$/.test(file),
  );
  const source = tests.map((file) => readFileSync(new URL(`./${name}/${file}`, folder), 'utf8')).join('');
  expect(source).toContain(`describeVectorStore('${name.toUpperCase()}'`);
});

test.each([
  ['an unknown provider', { provider: 'NOWHERE' }, 'provider'],
  ['a missing key', { provider: 'PINECONE', indexHost: 'x.pinecone.io' }, 'apiKey'],
  ['a host that is none', { provider: 'PINECONE', apiKey: 'k', indexHost: 'not a host' }, 'indexHost'],
])('%s is refused by its name', (_, config, path) => {
  expect(vectorStorageConfig.safeParse(config).error?.issues).toMatchObject([{ path: [path] }]);
});

test('a field that a provider does not have is refused', () => {
  const config = { provider: 'LANCEDB', uri: '/etc' };
  expect(vectorStorageConfig.safeParse(config).error?.issues).toMatchObject([{ keys: ['uri'] }]);
});

test.each([
  ['index-1.svc.pinecone.io', 'https://index-1.svc.pinecone.io'],
  ['https://index-1.svc.pinecone.io', 'https://index-1.svc.pinecone.io'],
  ['http://127.0.0.1:5081', 'http://127.0.0.1:5081'],
])('the index host %s is asked at %s', (indexHost, expected) => {
  expect(vectorStorageConfig.parse({ provider: 'PINECONE', apiKey: 'k', indexHost })).toMatchObject({
    indexHost: expected,
  });
});

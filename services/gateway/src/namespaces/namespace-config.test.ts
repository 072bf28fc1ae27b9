import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@docfleet/runtime/config';
import { Scope } from '@docfleet/runtime/service';
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import {
  defaultConfigSettings,
  defaultConfigsOf,
  holdDefaultStore,
  withDefaults,
} from './namespace-config.ts';

const local = {
  DEFAULT_FILE_STORAGE_CONFIG: '{"type":"LOCAL"}',
  DEFAULT_VECTOR_STORAGE_CONFIG: '{"provider":"LANCEDB"}',
  DEFAULT_EMBEDDING_MODEL_CONFIG: '{"provider":"LOCAL","model":"static-1024"}',
};

const read = (environment: Record<string, string>) =>
  defaultConfigsOf(readConfig(z.object(defaultConfigSettings), environment));

test('the defaults of the operator are configurations in JSON', () => {
  expect(read(local)).toEqual({
    fileStorageConfig: { type: 'LOCAL' },
    vectorStorageConfig: { provider: 'LANCEDB' },
    embeddingModelConfig: { provider: 'LOCAL', model: 'static-1024' },
  });
});

test('a namespace that brings some of the three gets the defaults of the others', () => {
  const defaults = { defaultConfigs: read(local), defaultScraper: undefined };
  const given = { embeddingModelConfig: { provider: 'LOCAL', model: 'all-minilm-l6-v2' } } as const;
  expect(withDefaults(given, defaults)).toEqual({
    fileStorageConfig: { type: 'LOCAL' },
    vectorStorageConfig: { provider: 'LANCEDB' },
    ...given,
  });
  expect(() => withDefaults(given, { ...defaults, defaultConfigs: undefined })).toThrow(
    'fileStorageConfig is required; vectorStorageConfig is required',
  );
});

test('without any of them there are no defaults', () => {
  expect(read({})).toBeUndefined();
  expect(read({ DEFAULT_FILE_STORAGE_CONFIG: '' })).toBeUndefined();
});

test('some of them are an error that names the others', () => {
  const { DEFAULT_FILE_STORAGE_CONFIG: _, ...others } = local;
  expect(() => read(others)).toThrow(/DEFAULT_FILE_STORAGE_CONFIG must be set/);
});

test.each([
  ['{"provider":"ACME"}', /DEFAULT_VECTOR_STORAGE_CONFIG/],
  ['{"provider":"PINECONE","apiKey":"pcsk-canary"}', /DEFAULT_VECTOR_STORAGE_CONFIG.indexHost/],
  ['{"provider":"PINECONE","apiKey":"pcsk-canary"', /is not JSON[\s\S]*DEFAULT_VECTOR_STORAGE_CONFIG/],
])('%s is refused at the start with the name of its setting, and no key is repeated', (value, message) => {
  const start = () => read({ ...local, DEFAULT_VECTOR_STORAGE_CONFIG: value });
  expect(start).toThrow(message);
  expect(start).not.toThrow(/pcsk-canary/);
});

test('a machine has the folder of its default store from the start, as long as the program runs, and no folder where another store is the default', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'docfleet-defaults-'));
  const LANCEDB_URI = join(directory, 'lancedb');
  const [first, second, other] = [new Scope(), new Scope(), new Scope()];
  const hold = (scope: Scope, host: string, provider: string) =>
    holdDefaultStore(scope, { vectorStorageConfig: { provider } }, { LANCEDB_URI, LANCEDB_HOST: host });
  await hold(other, 'three', 'PGVECTOR');
  await expect(stat(LANCEDB_URI)).rejects.toThrow('ENOENT');
  await hold(first, 'one', 'LANCEDB');
  await expect(hold(second, 'two', 'LANCEDB')).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  await hold(other, 'two', 'PGVECTOR');
  await Promise.all([first, second, other].map((scope) => scope.close()));
  await rm(directory, { recursive: true });
}, 60_000);

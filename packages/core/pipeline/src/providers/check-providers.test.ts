import { AppError } from '@docfleet/errors';
import { expect, test } from '@jest/globals';
import { checkProviders } from './check-providers.ts';
import type { NamespaceProviders } from './namespace-providers.ts';

/** Opens the providers of a namespace whose file store fails its check. */
const failing = (error: Error) =>
  ({ configs: {}, fileStore: { check: () => Promise.reject(error) } }) as unknown as NamespaceProviders;

test('what is wrong with a configuration is named with its field', async () => {
  const error = new AppError('PROVIDER_REJECTED', 'The bucket is not there');
  expect(await checkProviders(failing(error), ['fileStorageConfig'])).toMatchObject([
    { path: 'fileStorageConfig', message: 'The bucket is not there' },
  ]);
});

test('a full disk of ours is no fault of a configuration', async () => {
  const details = { retryAfterMs: 30_000 };
  const error = new AppError('SERVICE_UNAVAILABLE', 'There is no disk space left', { details });
  await expect(checkProviders(failing(error), ['fileStorageConfig'])).rejects.toBe(error);
});

test('a folder that can never be written is one', async () => {
  const error = new AppError('SERVICE_UNAVAILABLE', 'The folder of local files cannot be written');
  expect(await checkProviders(failing(error), ['fileStorageConfig'])).toHaveLength(1);
});

test('a store that is checked alone costs no call of a model whose dimension is known', async () => {
  const calls: unknown[] = [];
  const providers = {
    embedder: { dimensions: 256, embed: async (texts: unknown) => calls.push(texts) },
    vectorStore: { check: async (dimensions: unknown) => calls.push(dimensions) },
  } as unknown as NamespaceProviders;
  expect(await checkProviders(providers, ['vectorStorageConfig'])).toEqual([]);
  expect(calls).toEqual([256]);
});

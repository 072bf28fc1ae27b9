import type { ClaimedDocument } from '@docfleet/domain/document';
import { AppError } from '@docfleet/errors';
import type { NamespaceProviders } from '@docfleet/pipeline/providers';
import { createLogger } from '@docfleet/runtime/logging';
import { expect, test } from '@jest/globals';
import { copyVectors } from './copy-vectors.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const signal = new AbortController().signal;
const values = Float32Array.of(1, 0);
const model = (changes: object = {}) => ({
  embeddingModelConfig: { provider: 'OPENAI', model: 'm', apiKey: 'old', ...changes },
});

interface Situation {
  /** The model's configuration now. */
  readonly now?: object;
  readonly hasChunks?: boolean;
  readonly searched?: boolean;
  readonly read?: (ids: readonly string[]) => Promise<{ id: string; values: Float32Array }[]>;
}

const readOne = async (ids: readonly string[]) => ids.slice(0, 1).map((id) => ({ id, values }));

/** Asks for two contents of the second generation; returns what was copied, and the ids that the previous store was asked for. */
async function copy({ now, hasChunks = true, searched = true, read = readOne }: Situation) {
  const asked: string[] = [];
  const vectorStore = {
    readVectors: (ids: readonly string[]) => {
      asked.push(...ids);
      return read(ids);
    },
  };
  const providers = {
    current: { generation: 2, configs: model(now) },
    previous: { generation: 1, configs: model(), vectorStore, searched },
  } as unknown as NamespaceProviders;
  const claim = { hasChunks } as ClaimedDocument;
  return { copied: await copyVectors({ logger }, { claim, providers }, ['d#2:a', 'd#2:b'], signal), asked };
}

test('the previous store is asked for the same contents under its own ids, and what it lacks is left out', async () => {
  const { copied, asked } = await copy({ now: { apiKey: 'new' } });
  expect(asked).toEqual(['d#a', 'd#b']);
  expect(copied).toEqual(new Map([['d#2:a', values]]));
});

test.each<[string, Situation]>([
  ['another model', { now: { model: 'other' } }],
  ['other dimensions of the same model', { now: { dimensions: 256 } }],
  ['the same model on another server', { now: { baseUrl: 'https://models.test/v1' } }],
  ['a document without earlier chunks', { hasChunks: false }],
  ['a previous store that is being emptied', { searched: false }],
])('nothing is copied, and no store asked, for %s', async (_what, situation) => {
  expect(await copy(situation)).toEqual({ copied: new Map(), asked: [] });
});

test('a store that refuses to be read has its vectors embedded again; one that is away is waited for', async () => {
  const refused = async () => Promise.reject(new AppError('PROVIDER_REJECTED', 'The key was revoked'));
  expect((await copy({ read: refused })).copied).toEqual(new Map());
  const away = new AppError('PROVIDER_UNAVAILABLE', 'The store is away');
  await expect(copy({ read: () => Promise.reject(away) })).rejects.toBe(away);
});

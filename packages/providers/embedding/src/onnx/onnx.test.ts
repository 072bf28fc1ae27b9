import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEgress } from '@docfleet/egress';
import { startStubServer } from '@docfleet/testing';
import { afterAll, describe, expect, test } from '@jest/globals';
import { describeEmbeddingProvider } from '../../test/conformance.ts';
import { local } from '../providers/local/index.ts';
import { graphFile } from './bert-graph.ts';
import { ensureModelFiles, type LocalModel, localModels } from './index.ts';

const alive = AbortSignal.timeout(600_000);
const scratch = mkdtempSync(join(tmpdir(), 'docfleet-models-'));
const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
afterAll(async () => {
  await egress.close();
  rmSync(scratch, { recursive: true });
});

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');
const texts = { 'config.json': '{}', 'tokenizer.json': '{"a":1}', 'model.safetensors': 'weights' };
const model: LocalModel = {
  ...localModels[1],
  name: 'tiny',
  files: {
    'config.json': sha256(texts['config.json']),
    'tokenizer.json': sha256(texts['tokenizer.json']),
    'model.safetensors': sha256(texts['model.safetensors']),
  },
};

/** A hub that has the model, with a file changed where a test says so. */
async function startHub(changed: Partial<typeof texts> = {}) {
  const files: Record<string, string> = { ...texts, ...changed };
  return startStubServer(({ path }) => {
    const prefix = `/${model.repository}/resolve/${model.revision}/`;
    const file = files[path.slice(prefix.length)];
    return path.startsWith(prefix) && file !== undefined ? { body: file } : { status: 404 };
  });
}
const folder = (name: string) => mkdtempSync(join(scratch, name));

test('missing files are fetched from the hub at the pinned revision, once', async () => {
  const hub = await startHub();
  const source = { directory: folder('fetch'), hubUrl: hub.url, fetch: egress.fetch };
  const [first, second] = await Promise.all([
    ensureModelFiles(model, source),
    ensureModelFiles(model, source),
  ]);
  expect(first).toBe(second);
  expect(hub.requests).toHaveLength(3);
  await ensureModelFiles(model, source);
  expect(hub.requests).toHaveLength(3);
  await hub.close();
});

test('a file that is another than the revision has is refused, from the hub and in the folder', async () => {
  const hub = await startHub({ 'model.safetensors': 'poisoned' });
  const directory = folder('poisoned');
  const source = { directory, hubUrl: hub.url, fetch: egress.fetch };
  await expect(ensureModelFiles(model, source)).rejects.toMatchObject({ code: 'PROVIDER_REJECTED' });
  writeFileSync(join(directory, 'tiny', 'model.safetensors'), 'poisoned');
  await expect(ensureModelFiles(model, source)).rejects.toMatchObject({ code: 'PROVIDER_REJECTED' });
  await hub.close();
});

test('without a hub, or without its answer, the message says where to put the files and what to use instead', async () => {
  const directory = folder('absent');
  const hub = await startStubServer(() => ({ status: 503 }));
  for (const hubUrl of [undefined, hub.url])
    await expect(ensureModelFiles(model, { directory, hubUrl, fetch: egress.fetch })).rejects.toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
      message: expect.stringMatching(/tiny.*static-1024/),
    });
  await hub.close();
});

describe('all-minilm-l6-v2, which docfleet contains', () => {
  test('needs neither a hub nor a folder, and writes nothing', async () => {
    const directory = join(scratch, 'never-made');
    const found = await ensureModelFiles(localModels[0], {
      directory,
      hubUrl: undefined,
      fetch: egress.fetch,
    });
    expect(sha256(readFileSync(join(found, graphFile)))).toBe(localModels[0].bundled);
    expect(sha256(readFileSync(join(found, 'tokenizer.json')))).toBe(localModels[0].files['tokenizer.json']);
    expect(existsSync(directory)).toBe(false);
  });

  const config = { provider: 'LOCAL', model: 'all-minilm-l6-v2' };
  const context = { egress, settings: { MODELS_DIR: scratch, MODEL_HUB_URL: 'none' } };

  describeEmbeddingProvider({ provider: { ...local, open: () => local.open(config, context) }, config });

  test('finds meaning where words differ', async () => {
    const embedder = local.open(config, context);
    const [holiday, ...others] = await embedder.embed(
      [
        'How much vacation do I get?',
        'Employees have thirty days of leave a year.',
        'Batteries last a year.',
      ],
      'document',
      alive,
    );
    const [leave = 0, batteries = 0] = others.map((other) =>
      other.reduce((sum, value, index) => sum + value * (holiday?.[index] ?? 0), 0),
    );
    // In 32-bit floats: .391 and .272.
    expect(Math.abs(leave - 0.391)).toBeLessThan(0.03);
    expect(Math.abs(batteries - 0.272)).toBeLessThan(0.03);
    expect(leave).toBeGreaterThan(batteries + 0.08);
  });

  test('has the vectors that the model is published with, as near as 8 bits come', async () => {
    // sentence-transformers computes .7553 for these two sentences.
    const embedder = local.open(config, context);
    const [a, b] = await embedder.embed(
      ['A man is eating food.', 'A man is eating a piece of bread.'],
      'document',
      alive,
    );
    const cosine = a?.reduce((sum, value, index) => sum + value * (b?.[index] ?? 0), 0);
    expect(Math.abs((cosine ?? 0) - 0.7553)).toBeLessThan(0.03);
  });
});

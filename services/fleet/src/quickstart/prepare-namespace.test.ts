import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Api, ApiFailure } from './api.ts';
import { embedWithModel, ensureNamespace, sentenceModelBytes } from './prepare-namespace.ts';

const models = {
  defaults: { configs: {}, areOwn: true },
  modelSource: { directory: 'no-such-folder', hubUrl: undefined, fetch },
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docfleet-quickstart-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** An API without the namespace, and what it was sent. */
function startApi() {
  const sent: unknown[] = [];
  const api: Api = {
    async call(method, path, body) {
      if (method === 'GET') throw new ApiFailure('NAMESPACE_NOT_FOUND', 'There is none');
      sent.push([method, path, body]);
    },
    upload: async () => undefined,
  };
  return { api, sent };
}

const embeddedBy = (model: string) =>
  expect.objectContaining({ embeddingModelConfig: { provider: 'LOCAL', model } });

test('a small folder is embedded by the sentence model at once', async () => {
  const { api, sent } = startApi();
  await writeFile(join(folder, 'small.txt'), 'small');
  expect(await ensureNamespace(api, 'quickstart', models, folder)).toEqual({ isModelDue: false });
  expect(sent).toEqual([['POST', '/v1/namespaces', embeddedBy('all-minilm-l6-v2')]]);
});

test('a large folder is embedded by the word table first, and by the sentence model afterwards', async () => {
  const { api, sent } = startApi();
  await writeFile(join(folder, 'large.txt'), Buffer.alloc(sentenceModelBytes + 1));
  expect(await ensureNamespace(api, 'quickstart', models, folder)).toEqual({ isModelDue: true });
  await embedWithModel(api, 'quickstart', models);
  expect(sent).toEqual([
    ['POST', '/v1/namespaces', embeddedBy('static-1024')],
    ['PATCH', '/v1/namespaces/quickstart?reembed=true', embeddedBy('all-minilm-l6-v2')],
  ]);
});

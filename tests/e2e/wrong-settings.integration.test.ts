import { eventually } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ingestText, waitForRun } from './documents.ts';
import { joinFleet, type TestFleet } from './test-fleet.ts';
import { type NamespaceConfigs, startVendors, type Vendors } from './vendors.ts';

let vendors: Vendors;
let fleet: TestFleet;

beforeAll(async () => {
  vendors = await startVendors();
  fleet = await joinFleet();
}, 240_000);

afterAll(async () => {
  await fleet?.remove();
  await vendors.close();
});

/** One configuration with something wrong in it. */
type Spoil = (configs: NamespaceConfigs) => Partial<Record<keyof NamespaceConfigs, object>>;

const wrongSecret: Spoil = ({ fileStorageConfig }) => ({
  fileStorageConfig: {
    ...fileStorageConfig,
    credentials: { ...fileStorageConfig.credentials, secretAccessKey: 'wrong' },
  },
});
const mistakes: [string, Spoil, string][] = [
  [
    "the model's key",
    ({ embeddingModelConfig }) => ({ embeddingModelConfig: { ...embeddingModelConfig, apiKey: 'wrong' } }),
    'embeddingModelConfig.apiKey',
  ],
  [
    "the index's key",
    ({ vectorStorageConfig }) => ({ vectorStorageConfig: { ...vectorStorageConfig, apiKey: 'wrong' } }),
    'vectorStorageConfig.apiKey',
  ],
  [
    "the index's dimension",
    ({ embeddingModelConfig }) => ({ embeddingModelConfig: { ...embeddingModelConfig, dimensions: 64 } }),
    'vectorStorageConfig.indexHost',
  ],
  ["the bucket's secret", wrongSecret, 'fileStorageConfig.credentials'],
  [
    'the name of the bucket',
    ({ fileStorageConfig }) => ({ fileStorageConfig: { ...fileStorageConfig, bucket: 'elsewhere' } }),
    'fileStorageConfig.bucket',
  ],
];

/** Returns the number of times that each vendor was asked about a document. What others left may still be cleaned up. */
const callsAbout = (documentId: string, text: string) => ({
  model: vendors.openai.requests.filter(({ body }) => body.includes(text)).length,
  index: vendors.pinecone.requests.filter(({ query, body }) => `${query} ${body}`.includes(documentId))
    .length,
  bucket: vendors.s3.requests.filter(({ key, query }) => `${key} ${query}`.includes(documentId)).length,
});

test.each(mistakes)(
  'a document fails soon on a mistake in %s, the sentence names the setting, and a corrected setting admits the text',
  async (what, spoil, setting) => {
    const { api } = fleet;
    const name = what.replaceAll(/[^a-z]+/g, '-');
    const spoiled = spoil(vendors.configs);
    const created = await api.request('POST', '/v1/namespaces?validate=false', {
      name,
      ...vendors.configs,
      ...spoiled,
    });
    expect(created.status).toBe(201);

    const text = `What is known about ${what}.`;
    const first = await ingestText(api, name, text);
    const failed = await waitForRun(api, name, first.ingestJobRunId, 10_000);
    const documentId = first.documents[0]?.id ?? '';
    expect(failed.documents.failed).toMatchObject([{ id: documentId }]);
    expect(failed.documents.failed[0]?.error).toContain(setting);
    const { model, index, bucket } = callsAbout(documentId, text);
    expect(model).toBe(1);
    expect(Math.max(index, bucket)).toBeLessThanOrEqual(3);
    expect(bucket).toBeGreaterThan(0);

    const changes = Object.fromEntries(
      Object.keys(spoiled).map((config) => [config, vendors.configs[config as keyof NamespaceConfigs]]),
    );
    const patched = await api.request('PATCH', `/v1/namespaces/${name}`, changes);
    expect(patched.body).toMatchObject({ success: true });
    const second = await ingestText(api, name, text);
    expect(second.documents[0]?.id).toBe(documentId);
    const corrected = await waitForRun(api, name, second.ingestJobRunId);
    expect(corrected.documents.failed).toEqual([]);
    expect(corrected.documents.completed).toMatchObject([{ id: documentId, error: null }]);
  },
);

test.each(mistakes)(
  'a namespace with a mistake in %s is refused when it is created, and nothing of it stays',
  async (_what, spoil, setting) => {
    const { api, database, organizationId } = fleet;
    const count = () => database.namespace.count({ where: { organizationId } });
    const before = await count();
    const { status, body } = await api.request('POST', '/v1/namespaces', {
      name: 'refused',
      ...vendors.configs,
      ...spoil(vendors.configs),
    });
    expect(status).toBe(400);
    expect(body.error?.details?.issues?.map(({ path }) => path)).toEqual([setting]);
    expect(await count()).toBe(before);
  },
);

test('a namespace with several mistakes reports all of them at once', async () => {
  const spoils = mistakes.flatMap(([, spoil, setting]) =>
    ['embeddingModelConfig.apiKey', 'vectorStorageConfig.apiKey', 'fileStorageConfig.bucket'].includes(
      setting,
    )
      ? [spoil(vendors.configs)]
      : [],
  );
  const { body } = await fleet.api.request(
    'POST',
    '/v1/namespaces',
    Object.assign({ name: 'refused' }, ...spoils),
  );
  expect(body.error?.details?.issues?.map(({ path }) => path)).toEqual([
    'embeddingModelConfig.apiKey',
    'vectorStorageConfig.apiKey',
    'fileStorageConfig.bucket',
  ]);
});

test('a key that is withdrawn later fails new documents, and what was found before is still there', async () => {
  const { api } = fleet;
  await api.request('POST', '/v1/namespaces', { name: 'withdrawn', ...vendors.configs });
  const old = await ingestText(api, 'withdrawn', 'The old text.', { externalId: 'a' });
  await waitForRun(api, 'withdrawn', old.ingestJobRunId);
  vendors.faults.openai = () => ({ kind: 'status', status: 401 });
  const fresh = await ingestText(api, 'withdrawn', 'The new text.', { externalId: 'a' });
  const run = await waitForRun(api, 'withdrawn', fresh.ingestJobRunId, 10_000);
  expect(run.documents.failed[0]?.error).toContain('embeddingModelConfig.apiKey');
  vendors.faults.openai = undefined;
  await eventually(async () => {
    const { body } = await api.request('POST', '/v1/search', { namespaceId: 'withdrawn', query: 'text' });
    expect(JSON.stringify(body.data)).toContain('The old text.');
  });
});

import { readNamespaceSettings } from '@docfleet/domain/namespace';
import {
  type EmbeddingEmulator,
  type PineconeEmulator,
  startOpenAiEmulator,
  startPineconeEmulator,
} from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { embedDocument } from '../../test/embed-document.ts';
import { localConfigs, startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

let gateway: TestGateway;
let openai: EmbeddingEmulator;
let pinecone: PineconeEmulator;
beforeAll(async () => {
  openai = await startOpenAiEmulator();
  pinecone = await startPineconeEmulator({ dimension: 256 });
  gateway = await startTestGateway();
});
afterAll(async () => {
  await gateway.close();
  await openai.close();
  await pinecone.close();
});

const openaiConfig = (changes: object = {}) => ({
  provider: 'OPENAI',
  model: 'text-embedding-3-small',
  apiKey: openai.apiKey,
  baseUrl: `${openai.url}/v1`,
  dimensions: 256,
  ...changes,
});

const patch = (name: string, query: string, json: unknown) =>
  gateway.call('PATCH', `/v1/namespaces/${name}?${query}`, { json });

/** A namespace with one document that can be found. */
async function createFilled(name: string, embeddingModelConfig: object = openaiConfig()): Promise<string> {
  await gateway.call('POST', '/v1/namespaces', { json: { name, ...localConfigs, embeddingModelConfig } });
  const text = 'The grebe dives.';
  const { body } = await gateway.call('POST', '/v1/ingest/text', {
    json: { namespaceId: name, ingestConfig: { source: 'TEXT', config: { text } } },
  });
  const [{ id }] = body.data.documents;
  await embedDocument(gateway, name, id, [text]);
  return id;
}

const search = (namespaceId: string) =>
  gateway.call('POST', '/v1/search', { json: { namespaceId, query: 'The grebe dives.' } });

const settingsOf = async (name: string) => {
  const { database, vault } = gateway.context;
  const { id } = await database.namespace.findFirstOrThrow({ where: { name } });
  return readNamespaceSettings(database, vault, id);
};

test('another model of a namespace with documents is a conflict that says how to get it', async () => {
  await createFilled('conflict');
  const response = await patch('conflict', 'validate=false', {
    embeddingModelConfig: localConfigs.embeddingModelConfig,
  });
  expect([response.status, response.body.error.code]).toEqual([409, 'NAMESPACE_CONFLICT']);
  expect(response.body.error.message).toMatch(/embeddingModelConfig .*\?reembed=true/);
});

test('with reembed=true it is accepted, one run stands for all documents, and they are found meanwhile', async () => {
  const id = await createFilled('changing');
  const response = await patch('changing', 'reembed=true', {
    embeddingModelConfig: localConfigs.embeddingModelConfig,
  });
  expect([response.status, response.body.data.namespace.embeddingModelConfig]).toEqual([
    200,
    localConfigs.embeddingModelConfig,
  ]);
  const { body } = await gateway.call('POST', '/v1/ingest-job-runs', {
    json: { namespaceId: 'changing', ingestionSources: ['REEMBEDDING'] },
  });
  expect(body.data.ingestJobRuns).toMatchObject([
    { id: response.body.data.ingestJobRunId, status: 'PRE_PROCESSING' },
  ]);
  const found = await search('changing');
  expect(found.body.data.results).toMatchObject([{ document: { id } }]);
});

test('a move can be seen: from where to where, how far, paused, with failures, and while the old store is emptied', async () => {
  const id = await createFilled('seen');
  const { database } = gateway.context;
  const moveOf = async () => (await gateway.call('GET', '/v1/namespaces/seen')).body.data.move;
  expect(await moveOf()).toBeNull();
  const away = { provider: 'PINECONE', apiKey: 'test-key', indexHost: pinecone.url };
  const moved = await patch('seen', 'validate=false', { vectorStorageConfig: away });
  const { ingestJobRunId } = moved.body.data;
  const running = {
    status: 'RUNNING',
    reembeds: false,
    previous: { vectorStorageConfig: { provider: 'LANCEDB' }, embeddingModelConfig: { provider: 'OPENAI' } },
    ingestJobRunId,
    documents: 1,
    moved: 0,
    failed: 0,
    summary: 'Moving from LANCEDB to PINECONE: 0 of 1 documents',
  };
  expect(await moveOf()).toMatchObject(running);
  expect(JSON.stringify(await moveOf())).not.toContain(openai.apiKey);
  const { body } = await gateway.call('GET', '/v1/namespaces/seen/overview');
  expect(body.data.move).toEqual(await moveOf());
  const cancel = (json: object) =>
    gateway.call('POST', `/v1/ingest-job-runs/${ingestJobRunId}/cancel`, { json });
  await database.$executeRaw`
    INSERT INTO ingest_job_run_documents ("ingestJobRunId", "documentId", outcome) VALUES (${ingestJobRunId}::uuid, ${id}::uuid, 'FAILED')`;
  expect(await moveOf()).toMatchObject({ status: 'INCOMPLETE', failed: 1 });
  await cancel({ namespaceId: 'seen' });
  expect(await moveOf()).toMatchObject({
    status: 'PAUSED',
    summary:
      'Moving from LANCEDB to PINECONE is paused: 0 of 1 documents, 1 failed; an update with reembed=true goes on',
  });
  await database.document.update({ where: { id }, data: { generation: 2 } });
  expect(await moveOf()).toMatchObject({ status: 'EMPTYING', moved: 1, failed: 0 });
  const where = { id: (await settingsOf('seen'))?.id ?? '' };
  await database.namespace.update({ where, data: { reembeddingRunId: null } });
  expect(await moveOf()).toMatchObject({
    ingestJobRunId: null,
    summary: 'Moving from LANCEDB to PINECONE is done: LANCEDB is being emptied',
  });
});

test('a move from a store that does not answer is a conflict before anything is paid for, and reembed=true takes it', async () => {
  const gone = await startPineconeEmulator({ dimension: 256 });
  const away = { provider: 'PINECONE', apiKey: 'test-key', indexHost: gone.url };
  await createFilled('left');
  const moved = await patch('left', 'validate=false', { vectorStorageConfig: away });
  expect([moved.status, moved.body.data.ingestJobRunId]).toEqual([200, expect.any(String)]);
  const { id } = await gateway.context.database.namespace.findFirstOrThrow({ where: { name: 'left' } });
  // As after the end of the move.
  await gateway.context.database.$executeRaw`
    UPDATE namespaces SET "previousConfigs" = NULL, "sealedPreviousSecrets" = NULL, "reembeddingRunId" = NULL WHERE id = ${id}::uuid`;
  await gone.close();
  const back = (query: string) => patch('left', query, { vectorStorageConfig: { provider: 'LANCEDB' } });
  const refused = await back('');
  expect([refused.status, refused.body.error.code]).toEqual([409, 'NAMESPACE_CONFLICT']);
  expect(refused.body.error.message).toMatch(/indexHost|vectorStorageConfig/);
  expect(refused.body.error.message).toMatch(/\?reembed=true/);
  expect(refused.headers.get('retry-after')).toBeNull();
  expect((await back('reembed=true')).status).toBe(200);
});

test('until it is done the model cannot be changed again; a key can, also of the previous model where it is the same', async () => {
  await createFilled('again');
  await patch('again', 'reembed=true', {
    embeddingModelConfig: openaiConfig({ model: 'text-embedding-3-large' }),
  });
  const second = await patch('again', 'reembed=true', {
    embeddingModelConfig: localConfigs.embeddingModelConfig,
  });
  expect([second.status, second.body.error.code]).toEqual([409, 'NAMESPACE_CONFLICT']);
  expect(second.body.error.message).toMatch(/still being embedded anew/);
  expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0);
  const apiKey = 'sk-rotated';
  const rotated = openaiConfig({ model: 'text-embedding-3-large', apiKey });
  expect((await patch('again', 'validate=false', { embeddingModelConfig: rotated })).status).toBe(200);
  expect(await settingsOf('again')).toMatchObject({
    generation: 2,
    configs: { embeddingModelConfig: rotated },
    previousConfigs: {
      embeddingModelConfig: openaiConfig({ apiKey }),
      vectorStorageConfig: { provider: 'LANCEDB' },
    },
  });
});

test('reembed=true during a change tries once more what failed, in a run of its own', async () => {
  await createFilled('retried');
  const { embeddingModelConfig } = localConfigs;
  const first = await patch('retried', 'reembed=true', { embeddingModelConfig });
  const second = await patch('retried', 'reembed=true', { embeddingModelConfig });
  expect(second.status).toBe(200);
  expect(second.body.data.ingestJobRunId).toEqual(expect.any(String));
  expect(second.body.data.ingestJobRunId).not.toBe(first.body.data.ingestJobRunId);
});

test('reembed=true without another model or store embeds nothing again', async () => {
  await createFilled('same');
  const response = await patch('same', 'reembed=true', { embeddingModelConfig: openaiConfig() });
  expect([response.status, response.body.data.ingestJobRunId]).toEqual([200, undefined]);
});

test('a previous model that refuses searches is left out, and the answer says so', async () => {
  await createFilled('refused');
  await patch('refused', 'reembed=true', { embeddingModelConfig: localConfigs.embeddingModelConfig });
  openai.acceptKeys(['another']);
  try {
    const response = await gateway.call('POST', '/v1/search', {
      json: { namespaceId: 'refused', query: 'never asked before' },
    });
    expect([response.status, response.body.data.results]).toEqual([200, []]);
    expect(response.body.message).toMatch(/refuses searches/);
  } finally {
    openai.acceptKeys([openai.apiKey]);
  }
});

test('a model whose dimension the index does not take is refused with the index, also when only the model is changed', async () => {
  const vectorStorageConfig = { provider: 'PINECONE', apiKey: 'test-key', indexHost: pinecone.url };
  const configs = { ...localConfigs, vectorStorageConfig, embeddingModelConfig: openaiConfig() };
  expect((await gateway.call('POST', '/v1/namespaces', { json: { name: 'sized', ...configs } })).status).toBe(
    201,
  );
  const response = await patch('sized', '', { embeddingModelConfig: openaiConfig({ dimensions: 512 }) });
  expect(response.status).toBe(400);
  expect(response.body.error.details.issues).toEqual([
    { path: 'vectorStorageConfig.indexHost', message: expect.stringContaining('256') },
  ]);
});

test('the audit trail records who created and changed a namespace and which configurations, but no value of them', async () => {
  await createFilled('audited');
  await patch('audited', 'reembed=true', {
    embeddingModelConfig: localConfigs.embeddingModelConfig,
    dropboxConfig: { clientId: 'client-value', clientSecret: 'secret-value' },
  });
  const events = await gateway.context.database.auditEvent.findMany({
    where: { targetId: 'audited' },
    orderBy: { id: 'asc' },
  });
  expect(events).toMatchObject([
    { action: 'namespace.created', apiKeyId: expect.any(String), targetType: 'namespace' },
    {
      action: 'namespace.updated',
      apiKeyId: expect.any(String),
      details: { configs: ['embeddingModelConfig', 'dropboxConfig'], reembed: true },
    },
  ]);
  expect(JSON.stringify(events)).not.toMatch(/value|static-1024/);
});

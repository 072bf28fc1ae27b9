import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createApiClient,
  createTestDatabase,
  createTestRedis,
  eventually,
  startServiceProcesses,
} from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { createNamespace } from './documents.ts';

test('services that run as processes of their own ingest a text together, also after the embedder was killed and replaced', async () => {
  const [database, redis] = await Promise.all([createTestDatabase(), createTestRedis()]);
  const dataDirectory = await mkdtemp(join(tmpdir(), 'docfleet-processes-'));
  const services = await startServiceProcesses({
    databaseUrl: database.url,
    redisUrl: redis.url,
    dataDirectory,
  });
  const api = createApiClient(services);
  await createNamespace(api, 'apart', {
    embeddingModelConfig: { provider: 'LOCAL', model: 'static-1024' },
    vectorStorageConfig: { provider: 'LANCEDB' },
    fileStorageConfig: { type: 'LOCAL' },
  });
  await services.processes().get('embedder')?.[0]?.kill();
  const ingestConfig = {
    source: 'TEXT',
    config: { name: 'tea', text: 'Green tea is steeped at 80 degrees.' },
  };
  const accepted = await api.request('POST', '/v1/ingest/text', { namespaceId: 'apart', ingestConfig });
  expect(accepted.status).toBe(202);
  await services.start('embedder');
  await eventually(async () => {
    const { body } = await api.request<{ results: { content: string }[] }>('POST', '/v1/search', {
      query: 'tea',
      namespaceId: 'apart',
    });
    expect(body.data.results).toMatchObject([{ content: expect.stringContaining('Green tea') }]);
  }, 60_000);
  await services.stop();
  expect([...services.processes().values()].flat()).toEqual([]);
  await Promise.all([database.drop(), redis.drop(), rm(dataDirectory, { recursive: true })]);
}, 240_000);

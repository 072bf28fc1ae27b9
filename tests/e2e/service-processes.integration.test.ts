import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createApiClient,
  createTestDatabase,
  createTestRedis,
  eventually,
  startServiceProcesses,
  startWebSite,
  webPage,
} from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { createNamespace, waitForRun } from './documents.ts';

test('services that run as processes of their own ingest texts and pages together, also after the embedder was killed and replaced', async () => {
  const [database, redis] = await Promise.all([createTestDatabase(), createTestRedis()]);
  const dataDirectory = await mkdtemp(join(tmpdir(), 'docfleet-processes-'));
  const site = await startWebSite({
    '/': webPage({ title: 'Teas', text: 'There are teas of many colours.', links: ['/black'] }),
    '/black': webPage({ title: 'Black', text: 'Black tea is steeped at 95 degrees.' }),
  });
  const services = await startServiceProcesses({
    databaseUrl: database.url,
    redisUrl: redis.url,
    dataDirectory,
    environment: { EGRESS_ALLOW_CIDRS: '127.0.0.0/8' },
  });
  const api = createApiClient(services);
  await createNamespace(api, 'apart', {
    embeddingModelConfig: { provider: 'LOCAL', model: 'static-1024' },
    vectorStorageConfig: { provider: 'LANCEDB' },
    fileStorageConfig: { type: 'LOCAL' },
    webScraperConfig: { provider: 'BUILTIN' },
  });
  await services.processes().get('embedder')?.[0]?.kill();
  const ingestConfig = {
    source: 'TEXT',
    config: { name: 'tea', text: 'Green tea is steeped at 80 degrees.' },
  };
  const accepted = await api.request('POST', '/v1/ingest/text', { namespaceId: 'apart', ingestConfig });
  expect(accepted.status).toBe(202);
  const crawl = { source: 'WEBSITE', config: { url: site.url } };
  const crawled = await api.request<{ ingestJobRunId: string }>('POST', '/v1/ingest/website', {
    namespaceId: 'apart',
    ingestConfig: crawl,
  });
  await services.start('embedder');
  const run = await waitForRun(api, 'apart', crawled.body.data.ingestJobRunId, 60_000);
  expect([run.documents.completed.length, run.documents.failed]).toEqual([2, []]);
  await eventually(async () => {
    const { body } = await api.request<{ results: { content: string }[] }>('POST', '/v1/search', {
      query: 'tea',
      namespaceId: 'apart',
    });
    const found = body.data?.results.map(({ content }) => content).join();
    expect(found ?? JSON.stringify(body)).toMatch(/Green tea.*Black tea|Black tea.*Green tea/s);
  }, 60_000);
  await services.stop();
  expect([...services.processes().values()].flat()).toEqual([]);
  await Promise.all([database.drop(), redis.drop(), site.close(), rm(dataDirectory, { recursive: true })]);
}, 240_000);

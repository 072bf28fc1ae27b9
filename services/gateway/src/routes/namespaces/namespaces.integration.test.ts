import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { localConfigs, startTestGateway, type TestGateway } from '../../testing/start-test-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

const create = (json: unknown, query = '') => gateway.call('POST', `/v1/namespaces${query}`, { json });

test('a namespace is created, listed, fetched, changed and deleted', async () => {
  const created = await create({ name: 'docs', ...localConfigs });
  expect(created.status).toBe(201);
  expect(created.body.data.namespace).toMatchObject({
    identifier: 'docs',
    name: 'docs',
    organization: { id: gateway.organizationId },
    ...localConfigs,
    webScraperConfig: null,
    notionConfig: null,
    sharepointConfig: null,
    createdAt: { isoString: expect.any(String) },
  });
  const listed = await gateway.call('GET', '/v1/namespaces');
  expect(listed.body.data.namespaces).toHaveLength(1);
  const got = await gateway.call('GET', '/v1/namespaces/docs');
  expect(got.body.data.namespace).toEqual(created.body.data.namespace);

  const webScraperConfig = { provider: 'FIRECRAWL', apiKey: 'fc-secret-abcd' };
  const changed = await gateway.call('PATCH', '/v1/namespaces/docs', { json: { webScraperConfig } });
  expect(changed.body.data.namespace.webScraperConfig).toEqual({ provider: 'FIRECRAWL', apiKey: '****abcd' });
  const removed = await gateway.call('PATCH', '/v1/namespaces/docs', { json: { webScraperConfig: null } });
  expect(removed.body.data.namespace.webScraperConfig).toBeNull();

  const deleted = await gateway.call('DELETE', '/v1/namespaces/docs', { json: {} });
  expect(deleted).toMatchObject({ status: 202, body: { data: { identifier: 'docs' } } });
  expect((await gateway.call('GET', '/v1/namespaces/docs')).body.error.code).toBe('NAMESPACE_NOT_FOUND');
  expect((await gateway.call('DELETE', '/v1/namespaces/docs')).status).toBe(404);
});

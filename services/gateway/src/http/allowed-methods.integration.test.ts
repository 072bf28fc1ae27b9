import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

test.each([
  ['/v1/documents/resync', 'POST'],
  ['/v1/documents/schedule', 'POST'],
])('%s says which methods it has itself', async (path, method) => {
  const { status, headers } = await gateway.call('PUT', path);
  expect([status, headers.get('allow')]).toEqual([405, method]);
});

test('a method of the path above is named, with what it does', async () => {
  const { status, body } = await gateway.call('DELETE', '/v1/documents/0198c2f4-0000-7000-8000-000000000000');
  expect(status).toBe(405);
  expect(body.message).toMatch(/\. \/v1\/documents supports DELETE: Delete all documents that match$/);
});

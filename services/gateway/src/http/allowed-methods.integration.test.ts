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

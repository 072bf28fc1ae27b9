import { type StubServer, startStubServer } from '@docfleet/testing';
import { afterEach, expect, test } from '@jest/globals';
import { createDocfleetClient } from './client.ts';
import type { ClientOptions } from './method.ts';

let server: StubServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function start(options: Partial<ClientOptions> = {}) {
  server = await startStubServer(() => ({ body: { success: true, message: 'Done', data: { results: [] } } }));
  const client = createDocfleetClient({ baseUrl: server.url, apiKey: 'df_live_1_secret', ...options });
  return { client, requests: server.requests };
}

test.each([undefined, null, {}, '', '.', '..'])('the id %j is refused, and nothing is sent', async (id) => {
  const { client, requests } = await start();
  const namespaceId = id as string;
  await expect(client.namespaces.delete({ namespaceId })).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    message: expect.stringContaining('namespaceId'),
  });
  expect(requests).toEqual([]);
});

test.each(['', ' '])(
  'the tenant %j is refused: without one the data of all tenants would be read',
  async (tenantId) => {
    const { client, requests } = await start();
    const input = { namespaceId: 'docs', query: 'stew' };
    const refused = { code: 'INVALID_REQUEST', message: expect.stringContaining('tenantId') };
    await expect(client.search.semantic(input, { tenantId })).rejects.toMatchObject(refused);
    const limited = createDocfleetClient({ baseUrl: 'http://localhost:9', apiKey: 'k', tenantId });
    await expect(limited.search.semantic(input)).rejects.toMatchObject(refused);
    expect(requests).toEqual([]);
  },
);

test("a tenant that is undefined is the client's, and refused where that has none", async () => {
  const { client, requests } = await start();
  const input = { namespaceId: 'docs', query: 'stew' };
  const unknown = { tenantId: undefined } as never;
  await expect(client.search.semantic(input, unknown)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  expect(requests).toEqual([]);
  await server?.close();
  const limited = await start({ tenantId: 'globex' });
  await limited.client.search.semantic(input, unknown);
  expect(limited.requests[0]?.headers['x-tenant-id']).toBe('globex');
});

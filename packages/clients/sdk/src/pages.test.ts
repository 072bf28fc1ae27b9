import { type StubServer, startStubServer } from '@docfleet/testing';
import { afterEach, expect, test } from '@jest/globals';
import { createDocfleetClient } from './client.ts';

let server: StubServer;

afterEach(() => server.close());

/** Seven items, three a page, by body or by query. */
async function start(itemsKey: string) {
  server = await startStubServer(({ json, query }) => {
    const { pagination } = (json ?? {}) as { pagination?: { cursor?: string } };
    const from = Number(pagination?.cursor ?? query.get('cursor') ?? 0);
    const items = [0, 1, 2, 3, 4, 5, 6].slice(from, from + 3).map((id) => ({ id: String(id) }));
    const hasNextPage = from + 3 < 7;
    const nextCursor = hasNextPage ? String(from + 3) : null;
    return { body: { success: true, data: { hasNextPage, nextCursor, [itemsKey]: items } } };
  });
  return createDocfleetClient({ baseUrl: server.url, apiKey: 'k' });
}

const everything = ['0', '1', '2', '3', '4', '5', '6'];

test('documents of all pages are iterated, and the rest of the request stays as it is', async () => {
  const client = await start('documents');
  const input = { namespaceId: 'docs', filterConfig: {}, pagination: { pageSize: 3 } };
  const documents = await Array.fromAsync(client.documents.list(input));
  expect(documents.map(({ id }) => id)).toEqual(everything);
  expect(server.requests.map(({ json }) => json)).toEqual([
    input,
    { ...input, pagination: { pageSize: 3, cursor: '3' } },
    { ...input, pagination: { pageSize: 3, cursor: '6' } },
  ]);
});

test('what is listed by query is iterated, too', async () => {
  const client = await start('deliveries');
  const deliveries = await Array.fromAsync(
    client.webhooks.listDeliveries({ webhookId: 'w', status: 'FAILED' }),
  );
  expect(deliveries.map(({ id }) => id)).toEqual(everything);
  expect(server.requests.at(-1)?.query.toString()).toBe('status=FAILED&cursor=6');
});

test('awaited, it is the first page', async () => {
  const client = await start('apiKeys');
  const { apiKeys, nextCursor } = await client.apiKeys.list();
  expect(apiKeys).toHaveLength(3);
  expect(nextCursor).toBe('3');
  expect(server.requests).toHaveLength(1);
});

test('no page is requested before the iteration reaches it', async () => {
  const client = await start('documents');
  for await (const _document of client.documents.list({ namespaceId: 'docs', filterConfig: {} })) break;
  expect(server.requests).toHaveLength(1);
});

test('the failure of a list arrives where it is iterated, and ends no process before', async () => {
  server = await startStubServer(() => ({ status: 401, body: { error: { code: 'UNAUTHORIZED' } } }));
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', note);
  try {
    const client = createDocfleetClient({ baseUrl: server.url, apiKey: 'k' });
    const documents = client.documents.list({ namespaceId: 'docs', filterConfig: {} });
    await client.namespaces.list().catch(() => undefined);
    await new Promise((resolve) => setImmediate(resolve));
    await expect(Array.fromAsync(documents)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  } finally {
    process.off('unhandledRejection', note);
  }
  expect(unhandled).toEqual([]);
});

import { type Connector, connectorFacts, connectors, createDocfleetClient } from '@docfleet/sdk';
import { expect, test } from '@jest/globals';
import { syncConnection } from './connections.ts';

/** A client of a gateway whose connection is of this connector, and what was requested of it. */
function openClient(connector: Connector) {
  const requested: { readonly path: string; readonly body: unknown }[] = [];
  const answer = (data: object) => Response.json({ success: true, message: '', data, error: null });
  const client = createDocfleetClient({
    baseUrl: 'http://gateway.example',
    apiKey: 'key',
    async fetch(input, init) {
      const request = new Request(input, init);
      const { pathname: path } = new URL(request.url);
      if (request.method === 'GET') return answer({ connection: { id: 'c', connector } });
      requested.push({ path, body: await request.json() });
      return answer({ ingestJobRunId: 'run' });
    },
  });
  return { client, requested };
}

const quote = (text: string) => text;

test.each(connectors.map((connector) => [connector, connectorFacts[connector].segment] as const))(
  'a connection of %s is read again at its own endpoint',
  async (connector, path) => {
    const { client, requested } = openClient(connector);
    const input = { namespaceId: 'handbook', connectionId: 'c', externalIds: ['1'] };
    const { data } = await syncConnection.run(input, { client, request: {}, quote } as never);
    expect(data).toEqual({ ingestJobRunId: 'run', documentIds: [] });
    const config = { connectionId: 'c', externalIds: ['1'] };
    const body = { namespaceId: 'handbook', ingestConfig: { source: connector, config } };
    expect(requested).toEqual([{ path: `/v1/ingest/${path}`, body }]);
  },
);

test('Confluence without ids is refused before anything is requested', async () => {
  const { client, requested } = openClient('CONFLUENCE');
  const input = { namespaceId: 'handbook', connectionId: 'c' };
  await expect(syncConnection.run(input, { client, request: {}, quote } as never)).rejects.toThrow(
    'externalIds',
  );
  expect(requested).toEqual([]);
});

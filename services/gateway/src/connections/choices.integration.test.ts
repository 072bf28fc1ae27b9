import { startDataCenterFake } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connect, gateway, box as login, namespaceId, setClient } from '../../test/connections.fixture.ts';

type Server = Awaited<ReturnType<typeof startDataCenterFake>>;
let server: Server;
beforeAll(async () => {
  server = await startDataCenterFake();
});
afterAll(() => server.close());

const choicesOf = async (connectionId: string) => {
  const path = `/v1/connections/${connectionId}/choices?namespaceId=${namespaceId}`;
  const { status, body } = await gateway.call('GET', path);
  return { status, ...body.data };
};

async function connectWiki(): Promise<string> {
  const { body } = await gateway.call('POST', '/v1/connections', {
    json: {
      namespaceId,
      name: 'wiki',
      connector: 'CONFLUENCE',
      settings: { baseUrl: server.baseUrl, token: server.token },
    },
  });
  return body.data.connection.id;
}

test('the spaces of a wiki are listed as an ingestion names them', async () => {
  expect(await choicesOf(await connectWiki())).toEqual({
    status: 200,
    choices: [
      { externalId: 'space:ENG', name: 'Space ENG (ENG)', url: null },
      { externalId: 'space:HR', name: 'Space HR (HR)', url: null },
    ],
    isComplete: true,
    problem: null,
  });
});

test('a vendor that refuses says why in its own words', async () => {
  const id = await connectWiki();
  server.fault = () => ({ kind: 'status', status: 403 });
  const found = await choicesOf(id);
  server.fault = undefined;
  expect(found).toMatchObject({
    choices: [],
    isComplete: false,
    problem: { reason: expect.stringContaining('403') },
  });
});

test('a connector whose files are picked has nothing to choose by name', async () => {
  await setClient(login.client);
  const { id } = await connect();
  expect(await choicesOf(id)).toEqual({ status: 200, choices: [], isComplete: true, problem: null });
});

test('the connection of another namespace does not exist', async () => {
  expect((await choicesOf('0190b9a2-0000-7000-8000-000000000000')).status).toBe(404);
});

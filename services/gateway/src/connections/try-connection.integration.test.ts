import { limits } from '@docfleet/runtime/config';
import { type BoxFake, eventually, startBoxFake, startDataCenterFake } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connect, gateway, box as login, namespaceId, setClient } from '../../test/connections.fixture.ts';

let drive: BoxFake;
beforeAll(async () => {
  drive = await startBoxFake();
  drive.put('/Handbook/travel.txt', 'Trips are booked by the assistant.');
  drive.put('/welcome.txt', 'Welcome.');
  Object.assign(gateway.context, { connectorEndpoints: { BOX: { api: `${drive.url}/2.0` } } });
});
afterAll(() => drive.close());

const check = async (json: object) => {
  const { status, body } = await gateway.call('POST', '/v1/connections/check', {
    json: { namespaceId, ...json },
  });
  return { status, ...body.data };
};

test('an application that the vendor knows passes; one with another secret is refused in the vendor’s words', async () => {
  expect(await check({ connector: 'BOX' })).toEqual({ status: 200, account: null, items: [], problem: null });
  await setClient({ ...login.client, clientSecret: 'mistyped' });
  const { problem } = await check({ connector: 'BOX' });
  expect(problem).toMatchObject({
    message: 'Box refuses the OAuth client of the namespace',
    reason: expect.stringContaining('invalid_client'),
    advice: expect.any(String),
  });
  expect(JSON.stringify(problem)).not.toContain('mistyped');
  await setClient(null);
  expect((await check({ connector: 'BOX' })).status).toBe(400);
  expect((await check({})).status).toBe(400);
});

test('a connection that works names its account and what it reads first; one that the vendor refuses says why', async () => {
  await setClient(login.client);
  const { id } = await connect();
  const row = await gateway.context.database.connection.findUniqueOrThrow({ where: { id } });
  drive.token = JSON.parse(gateway.context.vault.open(row.sealedTokens ?? new Uint8Array(), id)).accessToken;
  expect(await check({ connectionId: id })).toEqual({
    status: 200,
    account: 'Ada Lovelace',
    items: ['/welcome.txt'],
    problem: null,
  });
  drive.fault = ({ path }) => (path.includes('/items') ? { kind: 'status', status: 403 } : undefined);
  expect((await check({ connectionId: id })).problem).toMatchObject({
    message: expect.stringContaining('Box'),
    reason: 'This is what Box says with 403',
  });
  drive.fault = () => ({ kind: 'status', status: 503 });
  expect((await check({ connectionId: id })).problem).toMatchObject({
    reason: expect.stringContaining('503'),
  });
  drive.fault = undefined;
  // Nothing was ingested.
  expect(await gateway.context.database.ingestJobRun.count()).toBe(0);
});

test('a vendor that hangs keeps no list of the organization waiting', async () => {
  const { id } = await connect();
  const row = await gateway.context.database.connection.findUniqueOrThrow({ where: { id } });
  drive.token = JSON.parse(gateway.context.vault.open(row.sealedTokens ?? new Uint8Array(), id)).accessToken;
  drive.fault = () => ({ kind: 'hang' });
  const gone = new AbortController();
  const begun = drive.requests.length;
  const held = Array.from({ length: limits.expensiveStatementsPerOrganization }, () =>
    fetch(`${gateway.url}/v1/connections/check`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.keys.admin}`, 'content-type': 'application/json' },
      body: JSON.stringify({ namespaceId, connectionId: id }),
      signal: gone.signal,
    }).catch(() => 'gone'),
  );
  await eventually(() => expect(drive.requests.length).toBeGreaterThanOrEqual(begun + held.length));
  const listed = gateway.call('POST', '/v1/documents', { json: { namespaceId, filterConfig: {} } });
  expect((await listed).status).toBe(200);
  gone.abort();
  await Promise.all(held);
  drive.fault = undefined;
});

test('what is read first is named where a listing does not begin with it', async () => {
  const server = await startDataCenterFake();
  server.comment(server.put('/Plan', 'text'), '<p>Said</p>');
  const created = await gateway.call('POST', '/v1/connections', {
    json: {
      namespaceId,
      name: 'wiki',
      connector: 'CONFLUENCE',
      settings: { baseUrl: server.baseUrl, token: server.token },
    },
  });
  expect(created.status).toBe(201);
  const trial = await check({ connectionId: created.body.data.connection.id });
  expect(trial).toMatchObject({ account: 'Ada Lovelace', items: ['Plan'], problem: null });
  await server.close();
});

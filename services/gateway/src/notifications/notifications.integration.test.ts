import { createHmac, randomUUID } from 'node:crypto';
import type { ConnectorName } from '@docfleet/connectors';
import {
  activateConnection,
  confirmChannel,
  createConnection,
  findDueWatches,
  insertChannel,
} from '@docfleet/domain/connection';
import { acceptConnectionSource } from '@docfleet/domain/ingest';
import { startDropboxFake, startNotionFake, startStubServer } from '@docfleet/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { localConfigs, startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

let gateway: TestGateway;
let base: string;
let namespaceId: string;
beforeAll(async () => {
  gateway = await startTestGateway({
    notificationUrl: 'https://docs.example.com',
    rateLimitPerMinute: 1_000,
  });
  base = `${gateway.url}/v1/connector-notifications`;
});
afterAll(() => gateway.close());

const client = { clientId: 'app', clientSecret: 'dropbox-secret' };
let name: string;
beforeEach(async () => {
  name = randomUUID();
  const json = { name, ...localConfigs };
  await gateway.call('POST', '/v1/namespaces?validate=false', { json });
  await gateway.call('PATCH', `/v1/namespaces/${name}`, {
    json: { dropboxConfig: client, notionConfig: client },
  });
  const { database } = gateway.context;
  namespaceId = (await database.namespace.findFirstOrThrow({ where: { name } })).id;
});

/** An active connection with a scheduled job. */
async function connect(connector: ConnectorName): Promise<string> {
  const { database, vault } = gateway.context;
  const { organizationId } = gateway;
  const place = { namespaceId, tenantId: null };
  const order = { ...place, name: 'mine', connector, externalId: null, clientRedirectUrl: null };
  const { id } = await createConnection(database, { organizationId, apiKeyId: null }, order);
  const lasting = { refreshToken: null, accessTokenExpiresAt: null, refreshTokenExpiresAt: null };
  const tokens = { accessToken: 'token', ...lasting };
  await activateConnection(database, vault, { connectionId: id, clientId: 'app', tokens });
  await acceptConnectionSource(database, vault, {
    ...place,
    organizationId,
    source: connector,
    connectionId: id,
    config: { connectionId: id },
    chunkSize: 1_000,
    chunkOverlap: 200,
    syncFrequency: 'DAILY',
  });
  return id;
}

const requests = () => gateway.context.database.syncRequest.count({ where: { job: { namespaceId } } });

async function post(path: string, init: RequestInit = {}) {
  const response = await fetch(`${base}/${path}`, { method: 'POST', ...init });
  const headers = [...response.headers.keys()].filter(
    (header) => !/^(date|x-ratelimit|x-request)/.test(header),
  );
  return { status: response.status, headers, text: await response.text() };
}

test('a signed notification requests a sync; forged and unknown ones get the same response and have no effect', async () => {
  const { database, vault } = gateway.context;
  const connectionId = await connect('GOOGLE_DRIVE');
  const order = { connector: 'GOOGLE_DRIVE', namespaceId, connectionId, resource: 'user', base } as const;
  const { id, secret } = await insertChannel(database, vault, order);
  const message = (token: string) => ({
    headers: { 'x-goog-channel-token': token, 'x-goog-resource-state': 'change' },
  });
  const unknown = await post(`google-drive/${randomUUID()}`, message(secret));
  const forged = await post(`google-drive/${id}`, message('guessed'));
  const elsewhere = await post(`google-drive/${namespaceId}`, message(secret));
  const noId = await post('google-drive/nothing', message(secret));
  expect(await requests()).toBe(0);
  // Before the vendor has confirmed the channel, which its first message may overtake.
  const signed = await post(`google-drive/${id}`, message(secret));
  expect(signed).toMatchObject({ status: 200, text: '' });
  for (const other of [unknown, forged, elsewhere, noId]) expect(other).toEqual(signed);
  expect(await requests()).toBe(1);
  await confirmChannel(database, { connector: 'GOOGLE_DRIVE', id }, { vendorId: 'r', expiresAt: null });
  await database.connection.update({ where: { id: connectionId }, data: { status: 'FAILED' } });
  await database.syncRequest.deleteMany();
  expect(await post(`google-drive/${id}`, message(secret))).toEqual(signed);
  expect(await requests()).toBe(0);
  expect(gateway.log.join('')).not.toContain(secret);
});

test('handshakes are answered as plain text, whether or not there is a channel, and nothing else is', async () => {
  const text = '<script>alert(1)</script>';
  const token = encodeURIComponent(text);
  const validated = await fetch(`${base}/onedrive/${randomUUID()}?validationToken=${token}`, {
    method: 'POST',
  });
  const challenged = await fetch(`${base}/dropbox/${randomUUID()}?challenge=${token}`);
  for (const response of [validated, challenged]) {
    expect([response.status, await response.text()]).toEqual([200, text]);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  }
  expect((await fetch(`${base}/google-drive/${randomUUID()}?challenge=x`)).status).toBe(405);
  expect((await post('confluence/x')).status).toBe(404);
  expect((await post('nothing/x')).status).toBe(404);
});

test('a body is bounded, and too many requests of an address are refused before anything is looked up', async () => {
  expect((await post(`notion/${namespaceId}`, { body: 'x'.repeat(300_000) })).status).toBe(413);
  const limited = await startTestGateway({
    notificationUrl: 'https://docs.example.com',
    rateLimitPerMinute: 1,
  });
  const url = `${limited.url}/v1/connector-notifications/notion/${randomUUID()}`;
  const statuses = await Promise.all(
    Array.from({ length: 30 }, async () => (await fetch(url, { method: 'POST' })).status),
  );
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(12);
  await limited.close();
});

test('without a public address there is no such path, and the namespace says so', async () => {
  const closed = await startTestGateway({});
  const response = await fetch(`${closed.url}/v1/connector-notifications/notion/${randomUUID()}`, {
    method: 'POST',
  });
  expect(response.status).toBe(404);
  await closed.close();
});

const state = async (connector: string) => {
  const { body } = await gateway.call('GET', `/v1/namespaces/${name}/notifications`);
  return (body.data.connectors as { connector: string }[]).find((one) => one.connector === connector);
};

/** The address that is registered at a vendor, on this machine. */
async function addressOf(connector: string): Promise<string> {
  const { address } = (await state(connector)) as unknown as { address: string };
  const start = `https://docs.example.com/v1/connector-notifications/`;
  expect(address.startsWith(`${start}${connector.toLowerCase()}/${namespaceId}.`)).toBe(true);
  return address.replace(start, `${base}/`);
}

test('Dropbox: an account’s notification requests syncs of its own connections', async () => {
  const dropbox = await startDropboxFake();
  const [mine, others] = [await connect('DROPBOX'), await connect('DROPBOX')];
  const { database } = gateway.context;
  const watch = (connectionId: string, accountId: string) =>
    database.connectionWatch.update({ where: { connectionId }, data: { accountId, authorizations: 1 } });
  await watch(mine, 'dbid:AAH4f99T0taONIb-OurWxbNQ6ywGRopQngc');
  await watch(others, 'dbid:another');
  await dropbox.push.register(await addressOf('DROPBOX'));
  await dropbox.push.deliver({ always: true });
  const requested = await database.syncRequest.findMany({
    where: { job: { namespaceId } },
    include: { job: true },
  });
  expect(requested.map(({ job }) => job.connectionId)).toEqual([mine]);
  await database.syncRequest.deleteMany();
  dropbox.push.appSecret = 'another';
  await dropbox.push.deliver({ always: true });
  expect(await requests()).toBe(0);
  await dropbox.close();
});

test('Dropbox: a notification of a team requests syncs of the connections that read as its members', async () => {
  const member = 'dbmid:AAFdgehTzw7WlXhZJsbGCLePe8RvQGYDr-I';
  const dropbox = await startDropboxFake({ teamRoot: '9', teamMember: member });
  const [mine, others] = [await connect('DROPBOX'), await connect('DROPBOX')];
  const { database } = gateway.context;
  for (const [connectionId, one] of [
    [mine, member],
    [others, 'dbmid:another'],
  ] as const) {
    await database.connection.update({ where: { id: connectionId }, data: { settings: { member: one } } });
    const data = { accountId: `dbid:${one}`, authorizations: 1 };
    await database.connectionWatch.update({ where: { connectionId }, data });
  }
  await dropbox.push.register(await addressOf('DROPBOX'));
  await dropbox.push.deliver({ always: true });
  const requested = await database.syncRequest.findMany({
    where: { job: { namespaceId } },
    include: { job: true },
  });
  expect(requested.map(({ job }) => job.connectionId)).toEqual([mine]);
  await dropbox.close();
});

test('Notion: the token waits to be entered, is kept once it is proven, and another application begins anew', async () => {
  const notion = await startNotionFake();
  await connect('NOTION');
  const address = await addressOf('NOTION');
  await notion.push.register(address);
  const pending = await state('NOTION');
  expect(pending).toMatchObject({ verificationToken: expect.stringMatching(/^secret_/), verifiedAt: null });
  notion.push.prove((pending as unknown as { verificationToken: string }).verificationToken);
  await notion.push.deliver({ always: true });
  expect(await requests()).toBe(1);
  expect(await state('NOTION')).toMatchObject({ verificationToken: null, verifiedAt: expect.any(String) });
  // An attacker's token does not replace one that is proven.
  const body = JSON.stringify({ verification_token: 'secret_0123456789abcdefghij' });
  await fetch(address, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
  expect(await state('NOTION')).toMatchObject({ verificationToken: null });
  await gateway.context.database.syncRequest.deleteMany();
  await notion.push.deliver({ always: true });
  expect(await requests()).toBe(1);
  await gateway.call('PATCH', `/v1/namespaces/${name}`, {
    json: { notionConfig: { ...client, clientId: 'other' } },
  });
  expect(await state('NOTION')).toMatchObject({ verificationToken: null, verifiedAt: null });
  expect(
    (await gateway.call('GET', `/v1/namespaces/${name}/notifications`, { key: gateway.keys.read })).status,
  ).toBe(403);
  await notion.close();
});

test('Notion: who knows the id of a namespace and not its address cannot send the token first', async () => {
  const address = await addressOf('NOTION');
  const tag = address.slice(address.lastIndexOf('.') + 1);
  const others = (await state('DROPBOX')) as unknown as { address: string };
  const guesses = [
    namespaceId,
    `${namespaceId}.`,
    `${namespaceId}.${'A'.repeat(tag.length)}`,
    `${namespaceId}.${tag.slice(0, -1)}`,
    others.address.slice(others.address.lastIndexOf('/') + 1),
  ];
  const body = JSON.stringify({ verification_token: 'secret_0123456789abcdefghij' });
  for (const guess of guesses) {
    expect([guess, (await post(`notion/${guess}`, { body })).status]).toEqual([guess, 200]);
    expect(await state('NOTION')).toMatchObject({ verificationToken: null });
  }
  await fetch(address, { method: 'POST', body });
  expect(await state('NOTION')).toMatchObject({ verificationToken: 'secret_0123456789abcdefghij' });
});

test('Notion: an address of a namespace alone, registered earlier, still receives what is signed', async () => {
  const notion = await startNotionFake();
  await connect('NOTION');
  await notion.push.register(await addressOf('NOTION'));
  const { verificationToken } = (await state('NOTION')) as unknown as { verificationToken: string };
  const body = JSON.stringify({ type: 'page.created', workspace_id: 'w' });
  const signature = createHmac('sha256', verificationToken).update(body).digest('hex');
  const headers = { 'x-notion-signature': `sha256=${signature}` };
  await post(`notion/${namespaceId}`, { body, headers });
  expect(await state('NOTION')).toMatchObject({ verifiedAt: expect.any(String) });
  await notion.close();
});

test('OneDrive: a subscription that Microsoft wants reauthorized is renewed at once, not in the last quarter of its life', async () => {
  const { database, vault } = gateway.context;
  const connectionId = await connect('ONEDRIVE');
  const order = { connector: 'ONEDRIVE', namespaceId, connectionId, resource: 'own', base } as const;
  const { id, secret } = await insertChannel(database, vault, order);
  const expiresAt = new Date(Date.now() + 20 * 86_400_000);
  await confirmChannel(database, { connector: 'ONEDRIVE', id }, { vendorId: 'v', expiresAt });
  const value = [{ clientState: secret, lifecycleEvent: 'reauthorizationRequired' }];
  const headers = { 'content-type': 'application/json' };
  await post(`onedrive/${id}`, { body: JSON.stringify({ value }), headers });
  const due = await findDueWatches(database, { isWanted: true });
  expect(due.map(({ payload }) => payload)).toContainEqual({ connectionId });
  const channel = await database.notificationChannel.findFirstOrThrow({ where: { id } });
  expect(channel.expiresAt?.getTime()).toBeLessThanOrEqual(Date.now());
});

test('a channel of a connection that is revoked is ended at the vendor', async () => {
  const stopped: unknown[] = [];
  const vendor = await startStubServer(({ path, json }) => {
    stopped.push([path, json]);
    return { status: 204, body: '' };
  });
  const own = await startTestGateway({ connectorEndpoints: { GOOGLE_DRIVE: { api: vendor.url } } });
  const previous = gateway;
  gateway = own;
  await own.call('POST', '/v1/namespaces?validate=false', { json: { name, ...localConfigs } });
  const { database, vault } = own.context;
  namespaceId = (await database.namespace.findFirstOrThrow({ where: { name } })).id;
  const connectionId = await connect('GOOGLE_DRIVE');
  const order = { connector: 'GOOGLE_DRIVE', namespaceId, connectionId, resource: 'user', base } as const;
  const { id } = await insertChannel(database, vault, order);
  await confirmChannel(database, { connector: 'GOOGLE_DRIVE', id }, { vendorId: 'r', expiresAt: null });
  await own.call('DELETE', `/v1/connections/${connectionId}?namespaceId=${name}`);
  expect(stopped).toEqual([['/drive/v3/channels/stop', { id, resourceId: 'r' }]]);
  expect(await database.notificationChannel.count()).toBe(0);
  gateway = previous;
  await own.close();
  await vendor.close();
});

import { randomBytes } from 'node:crypto';
import { vendorOf } from '@docfleet/connectors';
import {
  activateConnection,
  type Connection,
  createConnection,
  revokeConnection,
} from '@docfleet/domain/connection';
import { type Database, openDatabase } from '@docfleet/domain/database';
import { createNamespace, type Namespace, updateNamespace } from '@docfleet/domain/namespace';
import { createOrganization } from '@docfleet/domain/organization';
import { createEgress } from '@docfleet/egress';
import { authorizationUrl, createCodeVerifier, exchangeCode } from '@docfleet/oauth';
import { createVault } from '@docfleet/secrets';
import {
  createTestDatabase,
  type OAuthProfileName,
  type OAuthServer,
  type OAuthServerOptions,
  startOAuthServer,
  type TestDatabase,
} from '@docfleet/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createAccessTokens, type GetAccessToken } from './index.ts';

const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
const vault = createVault(randomBytes(32).toString('base64'));
let testDatabase: TestDatabase;
/** As many pools as there are processes in a fleet. */
let databases: [Database, ...Database[]];
let database: Database;
let namespace: Namespace;
let server: OAuthServer | undefined;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const open = () => openDatabase({ url: testDatabase.url, poolSize: 5 });
  databases = [open(), open(), open(), open()];
  database = databases[0];
  // A pool that still connects would come late to every race.
  const connect = (opened: Database) =>
    Array.from({ length: 5 }, () => opened.$queryRaw`SELECT pg_sleep(0.05)::text`);
  await Promise.all(databases.flatMap(connect));
});
afterAll(async () => {
  for (const opened of databases) await opened.$disconnect();
  await testDatabase.drop();
  await egress.close();
});
beforeEach(async () => {
  const organizationId = await createOrganization(database, 'Acme');
  namespace = await createNamespace(database, vault, { organizationId, name: 'docs', configs: {} });
});
afterEach(() => server?.close());

const actor = () => ({ organizationId: namespace.organizationId, apiKeyId: null });

async function setClient(config: string, client: object | undefined) {
  const update = { namespaceId: namespace.id, configs: { [config]: client as never }, reembed: false };
  await updateNamespace(database, vault, actor(), update);
}

/** An active connection whose access token has expired, at a fake vendor; `open` opens its tokens as one more process. */
async function authorize(name: OAuthProfileName, options?: OAuthServerOptions) {
  const started = await startOAuthServer(name, options);
  server = started;
  const overrides = { [name]: started.endpoints };
  const vendor = vendorOf(name, overrides);
  const { client } = started;
  await setClient(vendor.config, client);
  const connection = await createConnection(database, actor(), {
    namespaceId: namespace.id,
    tenantId: null,
    name: 'mine',
    connector: name,
    externalId: null,
    clientRedirectUrl: null,
  });
  const [redirectUri, codeVerifier] = ['https://docs.example.com/cb', createCodeVerifier(vendor)];
  const url = authorizationUrl(vendor, { ...client, redirectUri, state: 's', codeVerifier });
  const code = new URL(await started.consent(url)).searchParams.get('code') ?? '';
  const { tokens } = await exchangeCode(vendor, { client, code, redirectUri, codeVerifier }, egress);
  await activateConnection(database, vault, {
    connectionId: connection.id,
    clientId: client.clientId,
    tokens,
  });
  const renewals: string[] = [];
  const onRenewal = (connector: string, outcome: string) => void renewals.push(`${connector} ${outcome}`);
  const context = { vault, fetch: egress.fetch, overrides, timeoutMs: 1_000, onRenewal };
  const open = (of = database): GetAccessToken =>
    createAccessTokens({ ...context, database: of }).of(connection.id);
  return { server: started, vendor, connection, tokens, open, renewals };
}

/** Makes the tokens look as if they were given so long ago, of a life of an hour unless it is given. */
async function age({ id }: Connection, minutes: number, life = 60) {
  const givenAt = Date.now() - minutes * 60_000;
  await database.connection.update({
    where: { id },
    data: { tokensIssuedAt: new Date(givenAt), accessTokenExpiresAt: new Date(givenAt + life * 60_000) },
  });
}

const read = ({ id }: Connection) => database.connection.findUniqueOrThrow({ where: { id } });

test('100 users of an expired token in four processes cause one refresh', async () => {
  const { server, connection, open, renewals } = await authorize('BOX');
  await age(connection, 61);
  const users = databases.flatMap((opened) => {
    const getToken = open(opened);
    return Array.from({ length: 25 }, () => getToken());
  });
  const given = new Set(await Promise.all(users));
  expect(given.size).toBe(1);
  expect(server.accepts([...given][0] ?? '')).toBe(true);
  expect(server.tokenRequests('refresh_token')).toHaveLength(1);
  expect(renewals).toEqual(['BOX renewed']);
});

test('100 users whose token the vendor refused cause one refresh', async () => {
  const { server, connection, open } = await authorize('BOX');
  await age(connection, 10);
  const users = databases.flatMap((opened) => {
    const getToken = open(opened);
    return Array.from({ length: 25 }, () => getToken(true));
  });
  expect(new Set(await Promise.all(users)).size).toBe(1);
  expect(server.tokenRequests('refresh_token')).toHaveLength(1);
});

test.each(['BOX', 'CONFLUENCE', 'NOTION', 'ONEDRIVE', 'GOOGLE_DRIVE', 'DROPBOX'] as const)(
  '%s can be refreshed again and again: no refresh token is lost',
  async (name) => {
    const { server, connection, open } = await authorize(name);
    const getToken = open();
    const seen = new Set<string>();
    for (let round = 0; round < 3; round += 1) {
      await age(connection, 61);
      const token = await getToken();
      expect(server.accepts(token)).toBe(true);
      seen.add(token);
    }
    expect(seen.size).toBe(3);
  },
);

test.each([
  [60, 47, 0],
  [60, 49, 1],
  [20, 14, 0],
  [20, 16, 1],
  [4, 1.5, 0],
  [4, 2.5, 1],
])('a token of %s minutes that is %s minutes old is renewed %s times', async (life, minutes, times) => {
  const { server, connection, open } = await authorize('GOOGLE_DRIVE');
  await age(connection, minutes, life);
  await open()();
  expect(server.tokenRequests('refresh_token')).toHaveLength(times);
});

test.each([
  [25, 0],
  [35, 1],
])('a token of %s seconds that the vendor refuses is renewed %s times', async (seconds, times) => {
  const { server, connection, tokens, open } = await authorize('GOOGLE_DRIVE');
  await age(connection, seconds / 60);
  expect((await open()(true)) === tokens.accessToken).toBe(times === 0);
  expect(server.tokenRequests('refresh_token')).toHaveLength(times);
});

test('a token that was refused and cannot be renewed ends the connection', async () => {
  const { connection, open, renewals } = await authorize('NOTION', { changes: { refreshToken: 'none' } });
  await age(connection, 10);
  await expect(open()(true)).rejects.toMatchObject({ code: 'CONNECTION_UNAUTHORIZED' });
  const statusReason = 'Notion no longer accepts the access token: authorize the connection again';
  expect(await read(connection)).toMatchObject({ status: 'FAILED', statusReason });
  expect(renewals).toEqual(['NOTION ended']);
});

test('a token without an end is used until the vendor refuses it', async () => {
  const { server, tokens, open } = await authorize('NOTION');
  expect(await open()()).toBe(tokens.accessToken);
  expect(server.tokenRequests('refresh_token')).toHaveLength(0);
});

test.each([
  ['BOX', 'revoked'],
  ['CONFLUENCE', 'revoked'],
] as const)('a grant that was ended at %s makes the connection FAILED, and says so', async (name, word) => {
  const { server, connection, open } = await authorize(name);
  await age(connection, 61);
  server.endAllGrants();
  const getToken = open();
  await expect(getToken()).rejects.toMatchObject({
    code: 'CONNECTION_UNAUTHORIZED',
    details: { reason: expect.stringContaining(word) },
  });
  const failed = await read(connection);
  expect(failed).toMatchObject({
    status: 'FAILED',
    statusReason: expect.stringContaining('authorize the connection again'),
  });
  await expect(getToken()).rejects.toMatchObject({ code: 'CONNECTION_UNAUTHORIZED' });
  expect(server.tokenRequests('refresh_token')).toHaveLength(1);
  const audit = await database.auditEvent.findMany({ where: { targetId: connection.id } });
  expect(audit.map(({ action }) => action)).toContain('connection.failed');
});

test('what the vendor repeats of a token is in no reason', async () => {
  const { server, connection, tokens, open } = await authorize('BOX');
  await age(connection, 61);
  server.endAllGrants();
  await expect(open()()).rejects.toThrow();
  const shown = JSON.stringify([
    (await read(connection)).statusReason,
    await database.auditEvent.findMany({ where: { targetId: connection.id } }),
  ]);
  expect(shown).not.toContain(tokens.refreshToken);
});

test.each([
  ['no answer', { kind: 'hang' }],
  ['half an answer', { kind: 'cut' }],
  ['an answer of 503', { kind: 'status', status: 503 }],
  ['nonsense', { kind: 'status', status: 200, body: '<html>' }],
] as const)('%s to a refresh leaves the connection as it is, to be tried again', async (_name, fault) => {
  let broken = false;
  const { connection, open } = await authorize('GOOGLE_DRIVE', { fault: () => (broken ? fault : undefined) });
  await age(connection, 61);
  broken = true;
  const getToken = open();
  await expect(getToken()).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  expect(await read(connection)).toMatchObject({ status: 'ACTIVE', statusReason: null, tokenVersion: 1 });
  broken = false;
  await getToken();
  expect(await read(connection)).toMatchObject({ status: 'ACTIVE', tokenVersion: 2 });
});

test('a vendor that cannot refresh now does not stop a token that is still good', async () => {
  let broken = false;
  const fault = () => (broken ? ({ kind: 'status', status: 503 } as const) : undefined);
  const { connection, tokens, open, renewals } = await authorize('GOOGLE_DRIVE', { fault });
  await age(connection, 55);
  broken = true;
  expect(await open()()).toBe(tokens.accessToken);
  expect(renewals).toEqual(['GOOGLE_DRIVE failed']);
});

test('a wrong client secret is the error of the namespace: the connection works when it is corrected', async () => {
  const { server, vendor, connection, open } = await authorize('BOX');
  await age(connection, 61);
  await setClient(vendor.config, { ...server.client, clientSecret: 'wrong' });
  const getToken = open();
  const wrong = { code: 'PROVIDER_REJECTED', details: { setting: 'boxConfig.clientSecret' } };
  await expect(getToken()).rejects.toMatchObject(wrong);
  expect(await read(connection)).toMatchObject({ status: 'ACTIVE', statusReason: null });
  await setClient(vendor.config, undefined);
  await expect(getToken()).rejects.toMatchObject({
    code: 'PROVIDER_REJECTED',
    message: 'The namespace has no OAuth client for Box',
    details: { setting: 'boxConfig' },
  });
  await setClient(vendor.config, server.client);
  expect(server.accepts(await getToken())).toBe(true);
});

test('tokens of another client are not sent to the new one: the user has to authorize again', async () => {
  const { server, vendor, connection, open, renewals } = await authorize('BOX');
  await age(connection, 61);
  await setClient(vendor.config, { ...server.client, clientId: 'another' });
  await expect(open()()).rejects.toMatchObject({ code: 'CONNECTION_UNAUTHORIZED' });
  expect(server.tokenRequests('refresh_token')).toHaveLength(0);
  expect((await read(connection)).statusReason).toContain('another OAuth client for Box now');
  expect(renewals).toEqual(['BOX ended']);
});

test('a revoked connection has no token any more, at once', async () => {
  const { connection, open } = await authorize('BOX');
  const getToken = open();
  await getToken();
  await revokeConnection(database, vault, actor(), connection.id);
  await expect(getToken()).rejects.toMatchObject({ code: 'CONNECTION_UNAUTHORIZED' });
  await expect(getToken(true)).rejects.toMatchObject({ code: 'CONNECTION_UNAUTHORIZED' });
});

test.each([false, true])('a token of an unknown age is renewed; refused: %s', async (isRefused) => {
  const { server, connection, open, renewals } = await authorize('GOOGLE_DRIVE');
  await age(connection, isRefused ? 10 : 61);
  await database.connection.update({ where: { id: connection.id }, data: { tokensIssuedAt: null } });
  expect(server.accepts(await open()(isRefused))).toBe(true);
  expect(renewals).toEqual(['GOOGLE_DRIVE renewed']);
});

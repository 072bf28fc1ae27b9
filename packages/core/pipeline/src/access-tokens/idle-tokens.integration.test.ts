import { randomBytes } from 'node:crypto';
import { vendorOf } from '@docfleet/connectors';
import { activateConnection, createConnection, findIdleTokens } from '@docfleet/domain/connection';
import { type Database, openDatabase } from '@docfleet/domain/database';
import { createNamespace } from '@docfleet/domain/namespace';
import { createOrganization } from '@docfleet/domain/organization';
import { createEgress } from '@docfleet/egress';
import { authorizationUrl, createCodeVerifier, exchangeCode } from '@docfleet/oauth';
import { createVault } from '@docfleet/secrets';
import {
  createTestDatabase,
  type OAuthProfileName,
  type OAuthServer,
  startOAuthServer,
  type TestDatabase,
} from '@docfleet/testing';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createAccessTokens } from './index.ts';

const dayMs = 86_400_000;
const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
const vault = createVault(randomBytes(32).toString('base64'));
let testDatabase: TestDatabase;
let database: Database;
let server: OAuthServer | undefined;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, poolSize: 2 });
});
afterEach(async () => {
  await server?.close();
  await database.connection.deleteMany();
});
afterAll(async () => {
  await database.$disconnect();
  await testDatabase.drop();
  await egress.close();
});

/** Creates an active connection whose tokens were issued `days` days ago. */
async function authorize(name: OAuthProfileName, days: number) {
  server = await startOAuthServer(name);
  const overrides = { [name]: server.endpoints };
  const vendor = vendorOf(name, overrides);
  const { client } = server;
  const organizationId = await createOrganization(database, 'Acme');
  const configs = { [vendor.config]: client as never };
  const namespace = await createNamespace(database, vault, { organizationId, name: 'docs', configs });
  const { id: connectionId } = await createConnection(
    database,
    { organizationId, apiKeyId: null },
    {
      namespaceId: namespace.id,
      tenantId: null,
      name: 'mine',
      connector: name,
      externalId: null,
      clientRedirectUrl: null,
    },
  );
  const [redirectUri, codeVerifier] = ['https://docs.example.com/cb', createCodeVerifier(vendor)];
  const url = authorizationUrl(vendor, { ...client, redirectUri, state: 's', codeVerifier });
  const code = new URL(await server.consent(url)).searchParams.get('code') ?? '';
  const { tokens } = await exchangeCode(vendor, { client, code, redirectUri, codeVerifier }, egress);
  await activateConnection(database, vault, { connectionId, clientId: client.clientId, tokens });
  const issued = Date.now() - days * dayMs;
  const { refreshTokenExpiresAt } = tokens;
  await database.connection.update({
    where: { id: connectionId },
    data: {
      tokensIssuedAt: new Date(issued),
      ...(tokens.accessTokenExpiresAt && { accessTokenExpiresAt: new Date(issued + 3_600_000) }),
      refreshTokenExpiresAt:
        refreshTokenExpiresAt && new Date(refreshTokenExpiresAt.getTime() - days * dayMs),
    },
  });
  const access = createAccessTokens({ database, vault, fetch: egress.fetch, overrides, timeoutMs: 1_000 });
  const read = () => database.connection.findUniqueOrThrow({ where: { id: connectionId } });
  return { connectionId, renew: () => access.of(connectionId)(true), read };
}

const due = async () => (await findIdleTokens(database)).map(({ payload }) => payload);

test.each(['BOX', 'CONFLUENCE', 'ONEDRIVE', 'GOOGLE_DRIVE', 'DROPBOX'] as const)(
  '%s: tokens that nothing has used for 21 days are due, and after their renewal they are not',
  async (name) => {
    const { connectionId, renew, read } = await authorize(name, 21);
    expect(await due()).toEqual([{ connectionId }]);
    await renew();
    expect(await due()).toEqual([]);
    expect((await read()).status).toBe('ACTIVE');
  },
);

test('tokens that were renewed a day ago are not due', async () => {
  await authorize('BOX', 1.1);
  expect(await due()).toEqual([]);
});

test('a refresh token that lives for a week is renewed at half of its life', async () => {
  const { connectionId } = await authorize('BOX', 4);
  const life = { refreshTokenExpiresAt: new Date(Date.now() + 3 * dayMs) };
  await database.connection.update({ where: { id: connectionId }, data: life });
  expect(await due()).toEqual([{ connectionId }]);
});

test.each([
  ['without an end', { accessTokenExpiresAt: null }],
  ['that was entered', { settings: { method: 'TEAM' } }],
])('a token %s is left as it is', async (_name, data) => {
  const { connectionId } = await authorize('BOX', 50);
  await database.connection.update({ where: { id: connectionId }, data });
  expect(await due()).toEqual([]);
});

test.each([
  ['BOX', 60],
  ['CONFLUENCE', 90],
  ['ONEDRIVE', 90],
] as const)(
  'after a renewal of %s its refresh token lives for another %i days, and its access token as long as the vendor says',
  async (name, days) => {
    const { renew, read } = await authorize(name, 21);
    await renew();
    const { accessTokenExpiresAt, refreshTokenExpiresAt } = await read();
    const left = (date: Date | null) => (date?.getTime() ?? 0) - Date.now();
    expect(Math.abs(left(refreshTokenExpiresAt) - days * dayMs)).toBeLessThan(60_000);
    expect(left(accessTokenExpiresAt)).toBeGreaterThan(50 * 60_000);
    expect(left(accessTokenExpiresAt)).toBeLessThan(2 * 3_600_000);
  },
);

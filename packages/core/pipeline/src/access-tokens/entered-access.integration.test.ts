import { randomBytes } from 'node:crypto';
import { activateConnection, createConnection } from '@docfleet/domain/connection';
import { type Database, openDatabase } from '@docfleet/domain/database';
import { createNamespace, type Namespace } from '@docfleet/domain/namespace';
import { createOrganization } from '@docfleet/domain/organization';
import { AppError } from '@docfleet/errors';
import { createVault } from '@docfleet/secrets';
import { createTestDatabase, eventually, type TestDatabase } from '@docfleet/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createAccessTokens, type IssuedToken, tokensOf } from './index.ts';

const vault = createVault(randomBytes(32).toString('base64'));
let testDatabase: TestDatabase;
let database: Database;
let namespace: Namespace;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, poolSize: 10 });
});
afterAll(async () => {
  await database.$disconnect();
  await testDatabase.drop();
});
beforeEach(async () => {
  const organizationId = await createOrganization(database, 'Acme');
  namespace = await createNamespace(database, vault, { organizationId, name: 'docs', configs: {} });
});

const minutes = (count: number) => new Date(Date.now() + count * 60_000);
const settings = { method: 'JWT', userId: '1' };

/** A connection whose key was entered, with the token that was issued last. */
async function enter(tokens: Parameters<typeof activateConnection>[2]['tokens']): Promise<string> {
  const owner = { organizationId: namespace.organizationId, apiKeyId: null };
  const { id } = await createConnection(database, owner, {
    namespaceId: namespace.id,
    tenantId: null,
    name: 'mine',
    connector: 'BOX',
    externalId: null,
    clientRedirectUrl: null,
  });
  await activateConnection(database, vault, { connectionId: id, clientId: null, settings, tokens });
  return id;
}

/** A process that calls vendors, and what it has requested. */
function openProcess(issue: () => Promise<IssuedToken> | undefined) {
  const requests: object[] = [];
  const tokens = createAccessTokens({
    database,
    vault,
    fetch: () => Promise.reject(new Error('No user consented')),
    requestToken(entered) {
      requests.push({ ...entered });
      return issue();
    },
  });
  return { requests, of: tokens.of };
}
const next = async () => ({ accessToken: 'next', accessTokenExpiresAt: minutes(60) });

test('a token that ends is requested again with what was entered, once for all who wait', async () => {
  const id = await enter(tokensOf('the key', { accessToken: 'first', accessTokenExpiresAt: minutes(-1) }));
  const [one, other] = [openProcess(next), openProcess(next)];
  const found = await Promise.all([one, one, other, other].map((process) => process.of(id)()));
  expect(found).toEqual(['next', 'next', 'next', 'next']);
  expect([...one.requests, ...other.requests]).toEqual([{ connector: 'BOX', settings, secret: 'the key' }]);
  const row = await database.connection.findUniqueOrThrow({ where: { id } });
  expect(JSON.stringify(row)).not.toContain('the key');
});

test('a token that is good is not requested again', async () => {
  const id = await enter(tokensOf('the key', { accessToken: 'first', accessTokenExpiresAt: minutes(50) }));
  const { of, requests } = openProcess(next);
  expect(await of(id)()).toBe('first');
  expect(requests).toEqual([]);
});

test('a key that the vendor refuses fails the connection with the reason of the vendor', async () => {
  const id = await enter(tokensOf('the key', { accessToken: 'first', accessTokenExpiresAt: minutes(-1) }));
  const { of } = openProcess(() =>
    Promise.reject(
      new AppError('CONNECTION_UNAUTHORIZED', 'Box refuses', { details: { reason: 'The key was removed' } }),
    ),
  );
  await expect(of(id)()).rejects.toMatchObject({ code: 'CONNECTION_UNAUTHORIZED' });
  expect(await database.connection.findUniqueOrThrow({ where: { id } })).toMatchObject({
    status: 'FAILED',
    statusReason: expect.stringContaining('The key was removed'),
  });
});

test('a token that is good for a minute is not used where the vendor refuses another', async () => {
  const id = await enter(tokensOf('the key', { accessToken: 'first', accessTokenExpiresAt: minutes(1) }));
  await database.connection.update({ where: { id }, data: { tokensIssuedAt: minutes(-59) } });
  const refused = () => Promise.reject(new AppError('CONNECTION_UNAUTHORIZED', 'Box refuses'));
  await expect(openProcess(refused).of(id)()).rejects.toMatchObject({ code: 'CONNECTION_UNAUTHORIZED' });
  const { statusReason } = await database.connection.findUniqueOrThrow({ where: { id } });
  expect(statusReason).toContain('(Box refuses)');
});

test('a vendor that is down fails nothing: the next call tries again', async () => {
  const id = await enter(tokensOf('the key', { accessToken: 'first', accessTokenExpiresAt: minutes(-1) }));
  let isDown = true;
  const { of } = openProcess(() =>
    isDown ? Promise.reject(new AppError('PROVIDER_UNAVAILABLE', 'Box is down')) : next(),
  );
  await expect(of(id)()).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  isDown = false;
  expect(await of(id)()).toBe('next');
});

test('a token that was entered itself is never requested', async () => {
  const lasting = { refreshToken: null, accessTokenExpiresAt: null, refreshTokenExpiresAt: null };
  const id = await enter({ accessToken: 'pasted', ...lasting });
  await database.connection.update({ where: { id }, data: { tokensIssuedAt: minutes(-60) } });
  const { of, requests } = openProcess(next);
  expect([await of(id)(), await of(id)(true)]).toEqual(['pasted', 'pasted']);
  expect(requests).toEqual([]);
});

test('a token that ends, and that nothing requests any more, fails the connection', async () => {
  const id = await enter(tokensOf('the key', { accessToken: 'first', accessTokenExpiresAt: minutes(-1) }));
  await expect(openProcess(() => undefined).of(id)()).rejects.toMatchObject({
    code: 'CONNECTION_UNAUTHORIZED',
  });
  expect(await database.connection.findUniqueOrThrow({ where: { id } })).toMatchObject({
    status: 'FAILED',
    statusReason: 'The vendor no longer accepts what was entered: enter it again',
  });
});

test('what is no refusal of a vendor fails no connection', async () => {
  const id = await enter(tokensOf('the key', { accessToken: 'first', accessTokenExpiresAt: minutes(-1) }));
  const wrong = new AppError('PROVIDER_REJECTED', 'The request is wrong');
  await expect(openProcess(() => Promise.reject(wrong)).of(id)()).rejects.toBe(wrong);
  expect((await database.connection.findUniqueOrThrow({ where: { id } })).status).toBe('ACTIVE');
});

test('callers that wait for one renewal leave the database to others', async () => {
  const id = await enter(tokensOf('the key', { accessToken: 'first', accessTokenExpiresAt: minutes(-1) }));
  const issued = Promise.withResolvers<IssuedToken>();
  const { of, requests } = openProcess(() => issued.promise);
  // More than there are connections to the database.
  const waiting = Array.from({ length: 30 }, () => of(id)());
  await eventually(() => expect(requests).toHaveLength(1));
  for (let query = 0; query < 20; query += 1)
    expect(await database.connection.count({ where: { id } })).toBe(1);
  issued.resolve(await next());
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['next']));
});

import { createApiKey } from '@docfleet/domain/api-key';
import { eventually } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ApiResponse } from '../../test/call.ts';
import { startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

const defaultLimit = 8;
const windowMs = 60_000;
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ rateLimitPerMinute: defaultLimit, trustedProxies: ['loopback'] });
  await eventually(() => gateway.context.cache.ping());
});
afterAll(() => gateway.close());

/** Begins where the window has time enough, so that a test has it whole. */
const enterWindow = () =>
  eventually(() => expect(Date.now() % windowMs).toBeLessThan(windowMs - 10_000), 15_000);

async function newKey(rateLimitPerMinute?: number): Promise<string> {
  const { context, organizationId } = gateway;
  const order = { organizationId, name: 'limited', scopes: ['ingest'] as const };
  return await createApiKey(context.database, { ...order, rateLimitPerMinute: rateLimitPerMinute ?? null });
}

const list = (key: string) => gateway.call('GET', '/v1/namespaces', { key });
const from = (address: string, path = '/v1/namespaces', method = 'GET') =>
  gateway.call(method, path, { key: undefined, headers: { 'x-forwarded-for': address } });
const limitsOf = ({ headers }: ApiResponse) =>
  ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`x-ratelimit-${name}`) ?? Number.NaN));

test('an answer says how much is left and when the next minute begins', async () => {
  await enterWindow();
  const key = await newKey();
  const reset = (Math.floor(Date.now() / windowMs) + 1) * 60;
  for (const left of [7, 6, 5]) expect(limitsOf(await list(key))).toEqual([defaultLimit, left, reset]);
});

test('answers to errors of an authenticated request say it too', async () => {
  await enterWindow();
  const key = await newKey();
  const call = (method: string, path: string, json?: object) =>
    gateway.call(method, path, { key, ...(json && { json }) });
  const responses = [
    await call('GET', '/v1/namespaces/none'),
    await call('POST', '/v1/search', { wrong: true }),
    await call('GET', '/v1/api-keys'),
    await gateway.call('GET', '/v1/namespaces', { key, headers: { 'x-tenant-id': ' bad tenant ' } }),
  ];
  expect(responses.map(({ status }) => status)).toEqual([404, 400, 403, 400]);
  expect(responses.map((response) => limitsOf(response)[1])).toEqual([7, 6, 5, 4]);
});

test('beyond the limit it is RATE_LIMIT_EXCEEDED, with the time to wait', async () => {
  await enterWindow();
  const key = await newKey(2);
  expect([(await list(key)).status, (await list(key)).status]).toEqual([200, 200]);
  const refused = await list(key);
  expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
  expect(limitsOf(refused).slice(0, 2)).toEqual([2, 0]);
  const wait = Number(refused.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
});

test('a key’s own limit comes before the usual one, and other keys are not concerned', async () => {
  await enterWindow();
  expect(limitsOf(await list(await newKey(100))).slice(0, 2)).toEqual([100, 99]);
  expect(limitsOf(await list(await newKey())).slice(0, 2)).toEqual([defaultLimit, 7]);
});

test('without a valid key it is the caller’s network that is limited, wherever it knocks', async () => {
  await enterWindow();
  const guess = (key: string | undefined) =>
    gateway.call('GET', '/v1/namespaces', { key, headers: { 'x-forwarded-for': '203.0.113.1' } });
  expect((await guess(undefined)).status).toBe(401);
  const second = await guess(`df_live_${'0'.repeat(16)}_${'x'.repeat(43)}`);
  expect([second.status, ...limitsOf(second).slice(0, 2)]).toEqual([401, defaultLimit, 6]);
  expect((await from('203.0.113.1', '/v1/nothing')).status).toBe(404);
  expect((await from('203.0.113.1', '/v1/namespaces', 'PUT')).status).toBe(405);
  expect((await from('203.0.113.1', '/v1/file-links/x/raw?expires=1&signature=x')).status).toBeLessThan(429);
  for (let left = 3; left > 0; left--) await guess(undefined);
  for (const path of ['/v1/namespaces', '/v1/nothing']) {
    const refused = await from('203.0.113.1', path);
    expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
  }
  expect((await from('203.0.113.2')).status).toBe(401);
});

test('a valid key works from a network that is over its limit', async () => {
  await enterWindow();
  for (let sent = 0; sent <= defaultLimit; sent++) await from('203.0.113.3');
  const headers = { 'x-forwarded-for': '203.0.113.3' };
  expect((await gateway.call('GET', '/v1/namespaces', { key: await newKey(), headers })).status).toBe(200);
});

test('X-Forwarded-For of a proxy that is not trusted changes nothing', async () => {
  const plain = await startTestGateway({ rateLimitPerMinute: 2 });
  try {
    await eventually(() => plain.context.cache.ping());
    await enterWindow();
    const statuses: number[] = [];
    for (const address of ['203.0.113.4', '203.0.113.5', '203.0.113.6']) {
      const headers = { 'x-forwarded-for': address };
      statuses.push((await plain.call('GET', '/v1/namespaces', { key: undefined, headers })).status);
    }
    expect(statuses).toEqual([401, 401, 429]);
  } finally {
    await plain.close();
  }
});

test('a limit of 0 is none: nothing is counted and no header sent', async () => {
  const open = await startTestGateway({ rateLimitPerMinute: 0 });
  try {
    const response = await open.call('GET', '/v1/namespaces');
    expect([response.status, response.headers.get('x-ratelimit-limit')]).toEqual([200, null]);
  } finally {
    await open.close();
  }
});

import { createApiKey } from '@docfleet/domain/api-key';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

const ownPage = {
  'x-docfleet-console': '1',
  'sec-fetch-site': 'same-origin',
  'content-type': 'application/json',
};

const ask = (path: string, init: RequestInit) => fetch(`${gateway.url}${path}`, init);
const signIn = (apiKey: string) =>
  ask('/console/session', { method: 'POST', headers: ownPage, body: JSON.stringify({ apiKey }) });

async function cookieOf(apiKey: string): Promise<string> {
  const { headers } = await signIn(apiKey);
  return (headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}

const list = async (headers: Record<string, string>) => (await ask('/v1/namespaces', { headers })).status;

test('a session ends when it is not used for a while, however long its cookie lasts', async () => {
  const { database } = gateway.context;
  const headers = { ...ownPage, cookie: await cookieOf(gateway.keys.admin) };
  const mine = await database.consoleSession.findFirstOrThrow({ orderBy: { id: 'desc' } });
  const leave = async (minutes: number) => {
    await database.consoleSession.update({
      where: { id: mine.id },
      data: { expiresAt: new Date(mine.expiresAt.getTime() - minutes * 60_000) },
    });
    gateway.context.forgetSession(mine.id);
  };
  await leave(59);
  expect(await list(headers)).toBe(200);
  const used = await database.consoleSession.findUniqueOrThrow({ where: { id: mine.id } });
  expect(used.expiresAt.getTime()).toBeGreaterThanOrEqual(mine.expiresAt.getTime());
  await leave(61);
  expect(await list(headers)).toBe(401);
});

test('sign-ins, refused ones and sign-outs are in the audit trail of whose key it is', async () => {
  const { database } = gateway.context;
  const { organizationId } = gateway;
  const apiKey = await createApiKey(database, { organizationId, name: 'audited', scopes: ['read'] });
  const targetId = /^df_live_([^_]+)_/.exec(apiKey)?.[1] ?? '';
  const cookie = await cookieOf(apiKey);
  await ask('/console/session', { method: 'DELETE', headers: { ...ownPage, cookie } });
  await signIn(`${apiKey.slice(0, -2)}${apiKey.endsWith('AA') ? 'BA' : 'AA'}`);
  await gateway.call('delete', `/v1/api-keys/${targetId}`);
  for (let attempt = 0; attempt < 10; attempt += 1) await signIn(apiKey);
  const events = await database.auditEvent.findMany({
    where: { targetId, action: { startsWith: 'console.' } },
    orderBy: { id: 'asc' },
  });
  const recorded = events.map(({ action, details }) => [action, (details as { reason?: string }).reason]);
  expect(recorded.slice(0, 4)).toEqual([
    ['console.signed_in', undefined],
    ['console.signed_out', undefined],
    ['console.sign_in_refused', 'WRONG_SECRET'],
    ['console.sign_in_refused', 'REVOKED'],
  ]);
  // Repeated failures are not all recorded.
  expect(recorded.length).toBeLessThan(13);
});

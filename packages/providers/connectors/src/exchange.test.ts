import { startStubServer } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { connectorsOnFakes } from '../test/connector-on-fake.fixture.ts';
import { openBox } from './providers/box/index.ts';

const openOn = connectorsOnFakes(openBox, (url) => ({ api: `${url}/2.0` }));
const signal = new AbortController().signal;

async function open(status: number, headers: Record<string, string>) {
  const server = await startStubServer(() => ({ status, headers, body: { id: '1', name: 'Ada' } }));
  const rests: number[] = [];
  const rest = async (milliseconds: number) => void rests.push(milliseconds);
  return { connector: openOn(server, () => 'token', { rest }), rests };
}

test('the last request that a vendor accepts for a while lets all of the connection wait', async () => {
  const { connector, rests } = await open(200, { 'ratelimit-remaining': '0', 'ratelimit-reset': '20' });
  expect(await connector.whoAmI(signal)).toEqual({ accountId: '1', name: 'Ada' });
  expect(rests).toEqual([20_000]);
});

test('a vendor that has requests left lets nothing wait', async () => {
  const { connector, rests } = await open(200, { 'ratelimit-remaining': '1', 'ratelimit-reset': '20' });
  await connector.whoAmI(signal);
  expect(rests).toEqual([]);
});

test('a refusal without Retry-After names the end of its window', async () => {
  const { connector } = await open(429, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '20' });
  await expect(connector.whoAmI(signal)).rejects.toMatchObject({
    code: 'PROVIDER_RATE_LIMITED',
    details: { retryAfterMs: 20_000 },
  });
});

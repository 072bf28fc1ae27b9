import type { Principal } from '@docfleet/domain/api-key';
import { expect, test } from '@jest/globals';
import { rememberCallers } from './remember-callers.ts';

const caller: Principal = {
  apiKeyId: 'k',
  organizationId: 'o',
  scopes: ['read'],
  rateLimitPerMinute: null,
  sharedLimits: [],
  expiresAt: null,
  lastUsedAt: null,
};

function remember(responses: (Principal | undefined)[]) {
  let now = 0;
  let asked = 0;
  const { find, forget } = rememberCallers(
    async () => responses[asked++],
    () => now,
  );
  return { find, forget, asked: () => asked, pass: (ms: number) => (now += ms) };
}

test('a caller is asked for once, until the memory is old', async () => {
  const { find, asked, pass } = remember([caller, caller]);
  await find('a');
  await find('a');
  expect(asked()).toBe(1);
  pass(5_000);
  await find('a');
  expect(asked()).toBe(2);
});

test('a key that another process revoked stops working within three seconds', async () => {
  const { find, pass } = remember([caller, undefined]);
  expect(await find('a')).toEqual(caller);
  pass(3_000);
  expect(await find('a')).toBeUndefined();
});

test('a key that is not valid is not remembered, so that a new one works at once', async () => {
  const { find } = remember([undefined, caller]);
  expect(await find('a')).toBeUndefined();
  expect(await find('a')).toEqual(caller);
});

test('a key that this process revoked stops working at once, also when it is being looked up', async () => {
  const { find, forget } = remember([caller, caller, undefined]);
  await find('a');
  forget('k');
  const looking = find('a');
  forget('k');
  expect(await looking).toEqual(caller);
  expect(await find('a')).toBeUndefined();
});

test('a key is not remembered beyond its expiry', async () => {
  const { find, pass } = remember([{ ...caller, expiresAt: new Date(1_000) }, undefined]);
  await find('a');
  pass(999);
  expect(await find('a')).toBeDefined();
  pass(1);
  expect(await find('a')).toBeUndefined();
});

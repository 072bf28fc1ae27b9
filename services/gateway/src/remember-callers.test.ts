import type { Principal } from '@docfleet/domain';
import { expect, test } from '@jest/globals';
import { rememberCallers } from './remember-callers.ts';

const caller: Principal = { apiKeyId: 'k', organizationId: 'o', scopes: ['read'] };

function remember(answers: (Principal | undefined)[]) {
  let now = 0;
  let asked = 0;
  const find = rememberCallers(
    async () => answers[asked++],
    () => now,
  );
  return { find, asked: () => asked, pass: (ms: number) => (now += ms) };
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

test('a revoked key stops working within five seconds', async () => {
  const { find, pass } = remember([caller, undefined]);
  expect(await find('a')).toEqual(caller);
  pass(5_000);
  expect(await find('a')).toBeUndefined();
});

test('a key that is not valid is not remembered, so that a new one works at once', async () => {
  const { find } = remember([undefined, caller]);
  expect(await find('a')).toBeUndefined();
  expect(await find('a')).toEqual(caller);
});

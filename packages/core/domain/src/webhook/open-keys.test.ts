import { randomBytes } from 'node:crypto';
import { createVault } from '@docfleet/secrets';
import { expect, test } from '@jest/globals';
import { rememberOpenKeys } from './delivery/delivery-log.ts';

function startKeys() {
  const vault = createVault(randomBytes(32).toString('base64'));
  let opened = 0;
  let clock = 0;
  const counting: typeof vault = {
    ...vault,
    open(sealed, place) {
      opened += 1;
      return vault.open(sealed, place);
    },
  };
  return {
    seal: vault.seal,
    open: rememberOpenKeys(counting, () => clock),
    opened: () => opened,
    passTime: (ms: number) => {
      clock += ms;
    },
  };
}

test('a signing key is decrypted once a minute', () => {
  const keys = startKeys();
  const sealed = keys.seal('secret', 'webhook');
  expect([keys.open(sealed, 'webhook'), keys.open(sealed, 'webhook')]).toEqual(['secret', 'secret']);
  expect(keys.opened()).toBe(1);
  keys.passTime(60_000);
  keys.open(sealed, 'webhook');
  expect(keys.opened()).toBe(2);
});

test('a rotated key is used immediately', () => {
  const keys = startKeys();
  expect(keys.open(keys.seal('old', 'webhook'), 'webhook')).toBe('old');
  expect(keys.open(keys.seal('new', 'webhook'), 'webhook')).toBe('new');
});

test('a cached key does not open for another webhook', () => {
  const keys = startKeys();
  const sealed = keys.seal('secret', 'webhook');
  keys.open(sealed, 'webhook');
  expect(() => keys.open(sealed, 'another')).toThrow();
});

test('at most a thousand keys are cached', () => {
  const keys = startKeys();
  const sealed = Array.from({ length: 1_001 }, (_, index) => keys.seal('secret', String(index)));
  for (const [index, key] of sealed.entries()) keys.open(key, String(index));
  keys.open(sealed[1_000] as Uint8Array, '1000');
  expect(keys.opened()).toBe(1_001);
  keys.open(sealed[0] as Uint8Array, '0');
  expect(keys.opened()).toBe(1_002);
});

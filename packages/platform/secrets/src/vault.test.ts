import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { createVault } from './index.ts';

const masterKey = () => randomBytes(32).toString('base64');

test('a secret opens in its own place', () => {
  const vault = createVault(masterKey());
  expect(vault.open(vault.seal('sk-1 ü', 'namespace-1'), 'namespace-1')).toBe('sk-1 ü');
});

test('a secret that was moved to another row does not open', () => {
  const vault = createVault(masterKey());
  expect(() => vault.open(vault.seal('sk-1', 'namespace-1'), 'namespace-2')).toThrow();
});

test('a changed byte does not open', () => {
  const vault = createVault(masterKey());
  const sealed = vault.seal('sk-1', 'a');
  for (const index of [1, 12, 40, sealed.length - 1]) {
    const changed = Uint8Array.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => vault.open(changed, 'a')).toThrow();
  }
});

test('another master key does not open it, and says so', () => {
  const sealed = createVault(masterKey()).seal('sk-1', 'a');
  expect(() => createVault(masterKey()).open(sealed, 'a')).toThrow(/another master key/);
});

test('sealing twice produces different bytes, without the secret in them', () => {
  const vault = createVault(masterKey());
  const [first, second] = [vault.seal('plain-text', 'a'), vault.seal('plain-text', 'a')];
  expect(first).not.toEqual(second);
  expect(Buffer.from(first).includes('plain-text')).toBe(false);
});

test('what another key sealed opens while that key is named, and what is sealed anew opens without it', () => {
  const [old, fresh] = [masterKey(), masterKey()];
  const both = createVault(fresh, { otherMasterKeys: [old] });
  const sealed = createVault(old).seal('sk-1', 'a');
  const anew = both.seal(both.open(sealed, 'a'), 'a');
  expect(createVault(fresh).open(anew, 'a')).toBe('sk-1');
  expect(Buffer.from(anew.subarray(0, 9)).equals(both.mark)).toBe(true);
  expect(Buffer.from(sealed.subarray(0, 9)).equals(both.mark)).toBe(false);
});

test('keys for signing outlive the master key when their root does', () => {
  const signingRoot = randomBytes(32);
  const keyOf = (key: string) => createVault(key, { signingRoot }).deriveKey('links');
  expect(keyOf(masterKey())).toEqual(keyOf(masterKey()));
});

import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { mock } from 'node:test';
import type { Database } from '@docfleet/database';
import { afterEach, expect, test } from '@jest/globals';
import { authenticate, createKeyParts, writeKey } from './api-key.ts';

afterEach(() => {
  mock.restoreAll();
  syncBuiltinESMExports();
});

/** Refuses a key and returns how many secrets were hashed and compared for that. */
async function costOfRefusal(stored: { readonly secretHash: Uint8Array } | null) {
  const hash = mock.method(crypto, 'createHash');
  const compare = mock.method(crypto, 'timingSafeEqual');
  syncBuiltinESMExports();
  const database = { apiKey: { findUnique: async () => stored } } as unknown as Database;
  expect(await authenticate(database, writeKey(createKeyParts()))).toBeUndefined();
  return { hashed: hash.mock.callCount(), compared: compare.mock.callCount() };
}

// Else the time of a refusal would show which ids of keys exist.
test.each([
  ['an id that is not known', null],
  ['a wrong secret of a known id', { secretHash: new Uint8Array(32) }],
])('a key with %s costs one hash and one comparison', async (_fault, stored) => {
  expect(await costOfRefusal(stored)).toEqual({ hashed: 1, compared: 1 });
});

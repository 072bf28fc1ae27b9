import { generateKeyPairSync } from 'node:crypto';
import { startStubServer } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { signal } from '../../../test/conformance-subject.ts';
import { boxSignIns } from './sign-in.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const plain = privateKey.export({ type: 'pkcs8', format: 'pem' });
const sealed = privateKey.export({
  type: 'pkcs8',
  format: 'pem',
  cipher: 'aes-256-cbc',
  passphrase: 'sesame',
});
const app = { clientID: 'app', clientSecret: 'secret' };
const auth = { publicKeyID: 'k1', privateKey: plain };

const keyFileOf = (changes: object = {}, appAuth: object = {}, enterpriseID: unknown = '1') =>
  JSON.stringify({ boxAppSettings: { ...app, ...changes, appAuth: { ...auth, ...appAuth } }, enterpriseID });

const [byKey, bySecret] = boxSignIns;

test.each([
  ['without a passphrase', keyFileOf(), true],
  ['with the passphrase of its key', keyFileOf({}, { privateKey: sealed, passphrase: 'sesame' }), true],
  ['with another passphrase', keyFileOf({}, { privateKey: sealed, passphrase: 'other' }), false],
  ['with a sealed key alone', keyFileOf({}, { privateKey: sealed }), false],
  ['with a key that is none', keyFileOf({}, { privateKey: 'none' }), false],
  ['without a key', keyFileOf({}, { privateKey: undefined }), false],
  ['without the number of its key', keyFileOf({}, { publicKeyID: '' }), false],
  ['without its client', keyFileOf({ clientID: '' }), false],
  ['without its secret', keyFileOf({ clientSecret: '' }), false],
  ['without its enterprise', keyFileOf({}, {}, ''), false],
  ['of 20,000 characters', keyFileOf().padEnd(20_000), true],
  ['of more than 20,000 characters', keyFileOf().padEnd(20_001), false],
])('a configuration %s is accepted: %s', (_, key, isAccepted) => {
  expect(byKey?.schema.safeParse({ key, userId: '7' }).success).toBe(isAccepted);
});

const entered = { method: 'CLIENT_CREDENTIALS', clientId: 'app', clientSecret: 'secret', enterpriseId: '1' };

test.each([
  [{}, true],
  [{ userId: '11446498' }, true],
  [{ userId: 'a1' }, false],
  [{ userId: '1a' }, false],
  [{ enterpriseId: 'a1' }, false],
  [{ enterpriseId: '1a' }, false],
  [{ clientId: 'c'.repeat(256), clientSecret: 's'.repeat(1_024) }, true],
  [{ clientId: '' }, false],
  [{ clientId: 'c'.repeat(257) }, false],
  [{ clientSecret: '' }, false],
  [{ clientSecret: 's'.repeat(1_025) }, false],
])('with %j an app with a secret is accepted: %s', (changes, isAccepted) => {
  expect(bySecret?.schema.safeParse({ ...entered, ...changes }).success).toBe(isAccepted);
});

test.each([
  [{}, 'enterprise', '1'],
  [{ userId: '7' }, 'user', '7'],
])('with %j an app with a secret reads as the %s %s', async (changes, type, id) => {
  const issuer = await startStubServer(() => ({ body: { access_token: 'fresh', expires_in: 3_600 } }));
  const { clientSecret, ...settings } = { ...entered, ...changes };
  const context = { fetch: globalThis.fetch, signal, endpoints: { token: issuer.url } };
  await bySecret?.requestToken?.(settings, clientSecret, context);
  expect(Object.fromEntries(new URLSearchParams(issuer.requests[0]?.body))).toEqual({
    grant_type: 'client_credentials',
    client_id: 'app',
    client_secret: 'secret',
    box_subject_type: type,
    box_subject_id: id,
  });
  await issuer.close();
});

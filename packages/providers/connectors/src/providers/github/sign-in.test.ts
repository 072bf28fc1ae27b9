import { generateKeyPairSync } from 'node:crypto';
import { startStubServer } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { decodeJwt, jwtVerify } from 'jose';
import { rejection } from '../../../test/conformance-subject.ts';
import { createTokenRequests } from '../../settings.ts';
import { githubSignIns } from './sign-in.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const secret = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const settings = { method: 'APP', appId: '12', installationId: '34' };

/** Requests a token of a server that answers so; returns the token, or the error, and the request. */
async function request(status: number, body: unknown) {
  const server = await startStubServer(() => ({ status, body }));
  const ask = createTokenRequests(fetch, { GITHUB: { api: server.url } });
  const issued = ask({ connector: 'GITHUB', settings, secret });
  const error = status < 300 ? undefined : await rejection(issued!);
  const token = error ? undefined : await issued;
  await server.close();
  return { token, error, request: server.requests[0]! };
}

test('the token of an installation is requested with an assertion that the key has signed', async () => {
  const expires_at = '2026-01-01T01:00:00Z';
  const { token, request: sent } = await request(201, { token: 'ghs_token', expires_at });
  expect(token).toEqual({ accessToken: 'ghs_token', accessTokenExpiresAt: new Date(expires_at) });
  expect([sent.method, sent.path]).toEqual(['POST', '/app/installations/34/access_tokens']);
  const assertion = sent.headers.authorization?.replace('Bearer ', '') ?? '';
  await jwtVerify(assertion, publicKey, { issuer: '12' });
  const { iat = 0, exp = 0 } = decodeJwt(assertion);
  expect(exp - iat).toBeLessThanOrEqual(600);
});

test.each([
  [401, 'A JSON web token could not be decoded', 'CONNECTION_UNAUTHORIZED'],
  [403, 'This installation has been suspended', 'CONNECTION_UNAUTHORIZED'],
  [404, 'Not Found', 'CONNECTION_UNAUTHORIZED'],
  [403, 'API rate limit exceeded', 'PROVIDER_RATE_LIMITED'],
  [503, 'Unavailable', 'PROVIDER_UNAVAILABLE'],
])('an app that is refused with %i (%s) fails with %s', async (status, message, code) => {
  expect((await request(status, { message })).error).toMatchObject({ code, details: { reason: message } });
});

test('the address of a server must be one', () => {
  const parse = (apiUrl: string) => githubSignIns[0]?.schema.safeParse({ token: 't', apiUrl });
  expect(parse('https://github.example.com/api/v3/')?.data).toMatchObject({
    apiUrl: 'https://github.example.com/api/v3',
  });
  for (const url of ['github.example.com', 'https://u:p@github.example.com', 'https://github.example.com/?a'])
    expect(parse(url)?.success).toBe(false);
});

test('a key of an app must be one', () => {
  const parse = (privateKey: string) =>
    githubSignIns[1]?.schema.safeParse({ method: 'APP', appId: '1', installationId: '2', privateKey });
  expect(parse(secret)?.success).toBe(true);
  expect(parse('key')?.success).toBe(false);
});

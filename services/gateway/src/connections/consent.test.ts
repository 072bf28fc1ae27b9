import type { Connection } from '@docfleet/domain/connection';
import { expect, test } from '@jest/globals';
import { checkRedirectUrl, redirectTarget } from './consent.ts';

const allow = (...connectionRedirectHosts: string[]) => ({ connectionRedirectHosts });

test.each([
  ['https://app.example.com/x', ['app.example.com']],
  ['https://app.example.com:8443/x', ['app.example.com']],
  ['https://a.b.example.org/', ['app.example.com', '*.example.org']],
  ['http://localhost:3000/', ['localhost:3000']],
  ['https://anywhere.example/', []],
])('users may be sent to %s where the operator allows %j', (url, hosts) => {
  expect(() => checkRedirectUrl(url, allow(...hosts))).not.toThrow();
});

test.each([
  ['https://evil.example/', ['app.example.com']],
  ['https://app.example.com.evil.example/', ['app.example.com']],
  ['https://evilexample.org/', ['*.example.org']],
  ['https://example.org/', ['*.example.org']],
  ['http://localhost:4000/', ['localhost:3000']],
  ['http://app.example.com/', []],
])('users may not be sent to %s where the operator allows %j', (url, hosts) => {
  expect(() => checkRedirectUrl(url, allow(...hosts))).toThrow('clientRedirectUrl must be');
});

test('a host that the operator has closed since is not gone to', () => {
  const connection = { id: 'a', status: 'ACTIVE', clientRedirectUrl: 'https://old.example/' } as Connection;
  expect(redirectTarget(connection, allow('new.example'))).toBeUndefined();
  expect(redirectTarget(connection, allow())).toBe('https://old.example/?connectionId=a&status=ACTIVE');
});

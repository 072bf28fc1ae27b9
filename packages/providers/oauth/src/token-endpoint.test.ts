import { vendorOf } from '@docfleet/connectors';
import { expect, test } from '@jest/globals';
import { missingScopes, readTokens } from './token-endpoint.ts';

const dayMs = 86_400_000;
const read = (body: object, before?: Parameters<typeof readTokens>[2], name: string = 'BOX') =>
  readTokens(vendorOf(name), JSON.stringify({ access_token: 'a', ...body }), before);
/** Seconds from now on, to a tenth of a minute. */
const secondsTo = (date: Date | null) => date && 6 * Math.round((date.getTime() - Date.now()) / 6_000);

test.each([
  ['a number', 3_600, 3_600],
  ['a text', '3600', 3_600],
  ['nothing', undefined, null],
  ['null', null, null],
  ['zero', 0, null],
  ['less than nothing', -1, null],
  ['a word', 'soon', null],
])('a life of %s is a token of %j seconds', (_name, expires_in, seconds) => {
  expect(secondsTo(read({ expires_in }).tokens.accessTokenExpiresAt)).toBe(seconds);
});

test.each([
  ['as long as it says', 'GOOGLE_DRIVE', { refresh_token_expires_in: 604_800 }, 7],
  ['as long as it says, where others live longer', 'BOX', { refresh_token_expires_in: 604_800 }, 7],
  ['as long as all of its vendor', 'BOX', {}, 60],
  ['without an end', 'GOOGLE_DRIVE', {}, null],
] as const)('a refresh token lives %s', (_name, name, body, days) => {
  const { tokens } = read({ refresh_token: 'r', ...body }, undefined, name);
  expect(tokens.refreshToken).toBe('r');
  expect(secondsTo(tokens.refreshTokenExpiresAt)).toBe(days && (days * dayMs) / 1_000);
});

test('a refresh token that is not replaced lives on as long as before', () => {
  const before = { refreshToken: 'old', refreshTokenExpiresAt: new Date(5) };
  expect(read({ refresh_token_expires_in: 9 }, before).tokens).toMatchObject(before);
  expect(read({ refresh_token: null }).tokens).toMatchObject({
    refreshToken: null,
    refreshTokenExpiresAt: null,
  });
});

test.each([
  ['blanks', 'one two', ['one', 'two']],
  ['commas', 'one,two, three', ['one', 'two', 'three']],
  ['blanks that stand around them as well', ' one two,', ['one', 'two']],
  ['nothing', '', undefined],
  ['no text', 7, undefined],
])('scopes are separated by %s', (_name, scope, scopes) => {
  expect(read({ scope }).scopes).toEqual(scopes);
});

test.each([
  ['no JSON', '<html>'],
  ['no token', '{}'],
  ['an empty refresh token', '{"access_token":"a","refresh_token":""}'],
])('an answer with %s is none of a token endpoint', (_name, text) => {
  expect(() => readTokens(vendorOf('BOX'), text)).toThrow('Box answered with tokens that cannot be read');
});

test.each([
  ['ONEDRIVE', ['https://graph.microsoft.com/Files.Read'], ['User.Read']],
  ['ONEDRIVE', ['https://other.example/https://graph.microsoft.com/User.Read', 'files.read'], ['User.Read']],
  ['CONFLUENCE', [], vendorOf('CONFLUENCE').scopes.slice(1)],
  ['DROPBOX', undefined, []],
] as const)(
  'of the scopes of %s, those are missing that are asked for and not granted',
  (name, granted, missing) => {
    expect(missingScopes(vendorOf(name), granted)).toEqual(missing);
  },
);

test('scopes that no vendor lists among what it granted are not missing', () => {
  const scopes = ['offline_access', 'openid', 'profile', 'email', 'Files.Read'];
  expect(missingScopes({ ...vendorOf('ONEDRIVE'), scopes }, ['files.read'])).toEqual([]);
});

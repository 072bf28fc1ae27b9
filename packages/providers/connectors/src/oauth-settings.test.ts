import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { connectorNames, hasConsent, oauthSettings } from './index.ts';

const read = (value: object | undefined) =>
  z.object(oauthSettings).parse({ OAUTH_OVERRIDES: value && JSON.stringify(value) }).OAUTH_OVERRIDES;

test('an operator names other addresses and scopes of any vendor with consents', () => {
  const own = {
    authorizeUrl: 'https://a.example/',
    tokenUrl: 'http://t.example/',
    revokeUrl: 'https://r.example/',
    scopes: ['one'],
  };
  for (const name of connectorNames.filter(hasConsent))
    expect(read({ [name]: own })).toEqual({ [name]: own });
  expect(read({ BOX: {} })).toEqual({ BOX: {} });
  expect(read(undefined)).toEqual({});
});

test.each([
  ['a connector without consents', { S3: { tokenUrl: 'https://t.example/' } }],
  ['a field that there is not', { BOX: { tokenURL: 'https://t.example/' } }],
  ['an address of another kind', { BOX: { tokenUrl: 'ftp://t.example/' } }],
  ['an address whose kind only begins so', { BOX: { tokenUrl: 'httpx://t.example/' } }],
  ['an address whose kind only ends so', { BOX: { tokenUrl: 'xhttp://t.example/' } }],
  ['no address', { BOX: { authorizeUrl: 'a.example' } }],
  ['an empty scope', { BOX: { scopes: [''] } }],
])('%s is refused when the settings are read', (_name, value) => {
  expect(() => read(value)).toThrow();
});

import { vendorOf } from '@docfleet/connectors';
import { expect, test } from '@jest/globals';
import { checkClient } from './index.ts';

const client = { clientId: 'id', clientSecret: 'secret' };
const redirectUri = 'https://docs.example.com/cb';

/** Checks a client at a vendor that answers so; returns the fields that it was sent. */
async function check(name: 'BOX' | 'ONEDRIVE', status: number, body: object): Promise<URLSearchParams> {
  let sent = new URLSearchParams();
  const fetch = async (_url: string | URL | Request, init: RequestInit = {}) => {
    sent = new URLSearchParams(String(init.body));
    return Response.json(body, { status });
  };
  await checkClient(vendorOf(name), client, redirectUri, { fetch });
  return sent;
}

test.each([
  ['refuses the code', 400, { error: 'invalid_grant', error_description: 'The code is unknown' }],
  ['refuses the verifier', 400, { error: 'invalid_request', error_description: 'The verifier is wrong' }],
  [
    'refuses the code in words of its own',
    400,
    { error: 'invalid_request', error_description: 'AADSTS70008' },
  ],
  [
    'refuses the code for whatever reason',
    400,
    { error: 'invalid_grant', error_description: 'The code was issued for another redirect_uri' },
  ],
  ['accepts whatever it is sent', 200, { access_token: 'a' }],
])('a client is good at a vendor that %s', async (_name, status, body) => {
  const sent = await check('BOX', status, body);
  expect(Object.fromEntries(sent)).toMatchObject({
    grant_type: 'authorization_code',
    redirect_uri: redirectUri,
    client_id: 'id',
    client_secret: 'secret',
  });
  expect([sent.get('code') !== '', sent.has('code_verifier')]).toEqual([true, false]);
  expect((await check('ONEDRIVE', status, body)).get('code_verifier')).toMatch(/./);
});

test.each([
  ['its secret', 401, { error: 'invalid_request' }, 'onedriveConfig.clientSecret'],
  ['it', 400, { error: 'invalid_client' }, 'onedriveConfig.clientSecret'],
  ['its kind', 400, { error: 'unauthorized_client' }, 'onedriveConfig.clientSecret'],
  ['its address', 400, { error: 'redirect_uri_mismatch' }, 'onedriveConfig'],
  [
    'its address in words',
    400,
    { error: 'invalid_request', error_description: 'No such Redirect_URI' },
    'onedriveConfig',
  ],
  ...['AADSTS7000215', 'AADSTS50011', 'AADSTS90002', 'AADSTS9002326', 'AADSTS700016', 'AADSTS50194'].map(
    (code) =>
      [code, 400, { error: 'invalid_request', error_description: `${code}: no` }, 'onedriveConfig'] as const,
  ),
])('a client of which the vendor refuses %s is not good', async (_name, status, body, setting) => {
  await expect(check('ONEDRIVE', status, body)).rejects.toMatchObject({
    code: 'PROVIDER_REJECTED',
    details: { setting },
  });
});

test('a client is neither good nor bad while its vendor is away', async () => {
  const fetch = () => Promise.reject(new Error('ECONNREFUSED'));
  await expect(checkClient(vendorOf('BOX'), client, redirectUri, { fetch })).rejects.toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
    message: 'Box could not be reached',
  });
  await expect(check('BOX', 503, { error: 'away' })).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
});

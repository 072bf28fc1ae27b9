import { createEgress } from '@docfleet/egress';
import { exchangeCode, type OAuthClient } from '@docfleet/oauth';
import { type OAuthServer, type StubServer, startOAuthServer, startStubServer } from '@docfleet/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type PickerOrder, pickerOf, vendorOf } from '../index.ts';

const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
let microsoft: OAuthServer;
let graph: StubServer;
/** A page of items, as Microsoft Graph returns it. */
let response: { status?: number; body: unknown };
let order: PickerOrder;
/** The recorded requests to Microsoft. */
let asked: string[];
/** Whether consent to SharePoint is missing. */
let lacksConsent = false;
const notConsented = {
  kind: 'status',
  status: 400,
  body: { error: 'invalid_grant', error_description: 'AADSTS65001: The administrator has not consented' },
} as const;

beforeAll(async () => {
  microsoft = await startOAuthServer('ONEDRIVE', {
    fault: ({ body }) => (lacksConsent && body.includes('default') ? notConsented : undefined),
  });
  graph = await startStubServer(() => response);
});
afterAll(async () => {
  await microsoft.close();
  await graph.close();
  await egress.close();
});

const vendor = () => vendorOf('ONEDRIVE', { ONEDRIVE: microsoft.endpoints });

async function authorize(client: OAuthClient) {
  const consent = new URL(microsoft.endpoints.authorizeUrl);
  const redirectUri = 'https://docs.example.com/cb';
  const parameters = { client_id: client.clientId, redirect_uri: redirectUri, response_type: 'code' };
  for (const [name, value] of Object.entries({ ...parameters, response_mode: 'query', scope: 'Files.Read' }))
    consent.searchParams.set(name, value);
  const code = new URL(await microsoft.consent(consent.href)).searchParams.get('code') ?? '';
  return exchangeCode(vendor(), { client, code, redirectUri, codeVerifier: null }, egress);
}

beforeEach(async () => {
  const { client } = microsoft;
  const { tokens } = await authorize(client);
  const { fetch } = egress;
  asked = [];
  const observe: PickerOrder['observe'] = (operation, call) => {
    asked.push(operation);
    return call();
  };
  const addresses = { apiUrl: graph.url };
  order = { addresses, tokens, vendor: vendor(), client, configs: {}, fetch, observe };
});

const picker = (connector: 'ONEDRIVE' | 'SHAREPOINT' = 'ONEDRIVE') => {
  const found = pickerOf(connector);
  if (!found) throw new Error('There is no picker');
  return found;
};

test("an organization's dialog is on the host of its files, and gets a token for that host", async () => {
  const webUrl = 'https://contoso-my.sharepoint.com/personal/ada_contoso_com/Documents';
  response = { body: { webUrl, driveType: 'business' } };
  expect(await picker().prepare(order)).toMatchObject({
    settings: {
      pickerUrl: 'https://contoso-my.sharepoint.com/_layouts/15/FilePicker.aspx',
      entry: 'oneDrive',
    },
    sources: { form: ['https://contoso-my.sharepoint.com'] },
  });
  expect(graph.requests.at(-1)).toMatchObject({ path: '/v1.0/me/drive', method: 'GET' });
  const token = (await picker().token(order, 'https://contoso-my.sharepoint.com')) ?? '';
  expect(microsoft.accepts(token, 'https://contoso-my.sharepoint.com/.default')).toBe(true);
  const other = (await picker().token(order, 'https://contoso.sharepoint.com')) ?? '';
  expect(microsoft.accepts(other, 'https://contoso.sharepoint.com/.default')).toBe(true);
  expect(asked).toEqual(['findPicker', 'findPicker', 'narrowToken', 'findPicker', 'narrowToken']);
});

test('the tokens of the connection live on', async () => {
  response = { body: { webUrl: 'https://contoso.sharepoint.com' } };
  await picker('SHAREPOINT').token(order, undefined);
  const { accessToken, refreshToken } = order.tokens;
  expect([microsoft.accepts(accessToken), microsoft.hasRefreshToken(refreshToken ?? '')]).toEqual([
    true,
    true,
  ]);
});

test("a personal account has Microsoft's own dialog, and a token of its own sign-in", async () => {
  response = { body: { webUrl: 'https://onedrive.live.com/?cid=1', driveType: 'personal' } };
  const { settings } = await picker().prepare(order);
  expect(settings['pickerUrl']).toBe('https://onedrive.live.com/picker');
  const token = (await picker().token(order, 'https://onedrive.live.com/picker')) ?? '';
  expect(microsoft.accepts(token, 'OneDrive.ReadOnly')).toBe(true);
  expect(microsoft.requests.at(-1)?.path).toBe('/consumers/oauth2/v2.0/token');
});

test.each([
  'https://fabrikam-my.sharepoint.com',
  'https://contoso-my.sharepoint.com.evil.example.com',
  'http://contoso-my.sharepoint.com',
  'https://graph.microsoft.com',
  'https://contoso-my.sharepoint.com:8443',
  'nonsense',
])('a dialog of another place gets no token: %s', async (resource) => {
  response = { body: { webUrl: 'https://contoso-my.sharepoint.com/personal/ada', driveType: 'business' } };
  await expect(picker().token(order, resource)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
});

test.each([
  [{ status: 404, body: { error: { code: 'itemNotFound' } } }, 'Microsoft Graph returned 404'],
  [{ status: 302, body: '' }, 'Microsoft Graph returned 302'],
  [{ body: { id: 'own' } }, 'Microsoft Graph returned no readable response'],
  [{ body: '<html>' }, 'Microsoft Graph returned no readable response'],
])('an account without files has no dialog, and the reason is shown: %j', async (graphResponse, reason) => {
  response = graphResponse;
  await expect(picker().prepare(order)).rejects.toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
    details: { reason },
  });
});

test('without consent to SharePoint the error names the permissions that are needed', async () => {
  response = { body: { webUrl: 'https://contoso-my.sharepoint.com/personal/ada', driveType: 'business' } };
  lacksConsent = true;
  await expect(picker().token(order, undefined)).rejects.toMatchObject({
    code: 'PROVIDER_REJECTED',
    message: expect.stringContaining(
      "needs the permission MyFiles.Read of SharePoint, and an administrator's",
    ),
    details: { reason: expect.stringContaining('AADSTS65001') },
  });
  lacksConsent = false;
});

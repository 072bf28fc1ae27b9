import { startTokenIssuer } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { createTokenRequests } from './index.ts';
import { connectorPush, openConnector, signInMethodOf } from './registry.ts';

const signal = new AbortController().signal;

function contextOf(requested: string[], paces: number[] = []) {
  return {
    fetch: async (input: string | URL | Request) => {
      requested.push(String(input).replace(/\?.*/, ''));
      throw new Error('Nothing is sent');
    },
    accessToken: async () => 'token',
    endpoints: {},
    markup: { toMarkdown: async (_form: string, text: string) => text },
    pace: async (_signal: AbortSignal, requestsPerSecond: number) => {
      paces.push(requestsPerSecond);
    },
  };
}

test.each([
  ['BOX', 16],
  ['GOOGLE_DRIVE', 20],
  ['ONEDRIVE', 10],
  ['SHAREPOINT', 10],
] as const)('%s is asked %i times a second at most', async (name, requestsPerSecond) => {
  const paces: number[] = [];
  await expect(openConnector(name, contextOf([], paces)).whoAmI(signal)).rejects.toThrow();
  expect(paces).toEqual([requestsPerSecond]);
});

test('contents and exports of Google Drive are requested of its own hosts', async () => {
  const requested: string[] = [];
  const drive = openConnector('GOOGLE_DRIVE', contextOf(requested));
  const bytes = { externalId: 'a', versionKey: 'r1', name: 'a.txt' };
  await expect(drive.fetch(bytes, signal)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  expect(requested).toEqual(['https://www.googleapis.com/drive/v3/files/a']);
});

test.each([
  ['BOX', { vendorId: '1' }, 'https://api.box.com/2.0/webhooks/1'],
  ['GOOGLE_DRIVE', { vendorId: 'r' }, 'https://www.googleapis.com/drive/v3/channels/stop'],
  ['ONEDRIVE', { vendorId: 's' }, 'https://graph.microsoft.com/v1.0/subscriptions/s'],
] as const)('%s ends a channel at its own host', async (name, channel, address) => {
  const requested: string[] = [];
  const channels = connectorPush[name]?.openChannels?.(contextOf(requested));
  await expect(channels?.remove({ id: 'c', ...channel }, signal)).rejects.toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
  });
  expect(requested).toEqual([address]);
});

test.each([
  ['BOX', 'BOX', 'https://api.box.com/oauth2/token'],
  ['GOOGLE_DRIVE', 'GOOGLE_DRIVE', 'https://oauth2.googleapis.com/token'],
  ['SHAREPOINT', 'MICROSOFT', 'https://login.microsoftonline.com/contoso.com/oauth2/v2.0/token'],
] as const)('what is entered for %s is sent to the host of %s alone', async (connector, kind, address) => {
  const { settings: entered, close } = await startTokenIssuer(kind);
  await close();
  const settings: Record<string, unknown> = {
    ...entered,
    ...(kind === 'MICROSOFT' && { tenantId: 'contoso.com' }),
  };
  const requested: string[] = [];
  const request = createTokenRequests(contextOf(requested).fetch, {});
  const secret = String(settings[signInMethodOf(connector, settings)?.secret ?? '']);
  await expect(request({ connector, settings, secret })).rejects.toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
  });
  expect(requested).toEqual([address]);
});

test.each([
  ['DROPBOX', { method: 'TEAM', appKey: 'a', member: 'dbmid:a' }, 'https://api.dropboxapi.com/oauth2/token'],
  [
    'BOX',
    { method: 'CLIENT_CREDENTIALS', clientId: 'a', enterpriseId: '1' },
    'https://api.box.com/oauth2/token',
  ],
] as const)(
  'a token of %s without a key is requested of its own host',
  async (connector, settings, address) => {
    const requested: string[] = [];
    const request = createTokenRequests(contextOf(requested).fetch, {});
    await expect(request({ connector, settings, secret: 'r' })).rejects.toThrow();
    expect(requested).toEqual([address]);
  },
);

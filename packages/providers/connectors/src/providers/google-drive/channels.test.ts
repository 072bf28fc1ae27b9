import { type StubRequest, type StubResponse, type StubServer, startStubServer } from '@docfleet/testing';
import { afterEach, expect, test } from '@jest/globals';
import { rejection, signal } from '../../../test/conformance-subject.ts';
import { googleDrivePush } from './push.ts';

let google: StubServer | undefined;
afterEach(() => google?.close());

/** Channels of a Google that answers in this way, with the logs of changes at '7'. */
async function openOn(respond: (request: StubRequest) => StubResponse) {
  const stub = await startStubServer((request) =>
    request.path.endsWith('/startPageToken') ? { body: { startPageToken: '7' } } : respond(request),
  );
  google = stub;
  const channels = googleDrivePush.openChannels?.({
    fetch: globalThis.fetch,
    accessToken: async () => 'token',
    endpoints: { api: stub.url },
    markup: { toMarkdown: async (_form, text) => text },
    pace: async () => undefined,
  });
  if (!channels) throw new Error('Channels are opened by hand');
  return { channels, requests: stub.requests };
}

const order = { id: 'c', secret: 'the-secret', address: 'https://docs.example.com/notifications' };
const week = 7 * 86_400_000;

test.each([
  ['user', null],
  ['team', 'team'],
])('the log of %s is watched from now on, for a week', async (resource, drive) => {
  const { channels, requests } = await openOn(() => ({
    body: { resourceId: 'r', expiration: '1800000000000' },
  }));
  expect(await channels.create({ ...order, resource }, signal)).toEqual({
    vendorId: 'r',
    expiresAt: new Date(1_800_000_000_000),
  });
  expect(requests.map(({ path, query }) => [path, query.get('driveId'), query.get('pageToken')])).toEqual([
    ['/drive/v3/changes/startPageToken', drive, null],
    ['/drive/v3/changes/watch', drive, '7'],
  ]);
  const { expiration, ...sent } = JSON.parse(requests[1]?.body ?? '');
  expect(sent).toEqual({ id: 'c', address: order.address, token: 'the-secret', type: 'web_hook' });
  expect(expiration).toMatch(/^\d{13}$/);
  expect(Math.abs(Number(expiration) - Date.now() - week)).toBeLessThan(60_000);
  expect(requests[1]?.query.get('supportsAllDrives')).toBe('true');
});

test('a channel of which Google does not say when it ends is good for a week', async () => {
  const { channels } = await openOn(() => ({ body: { resourceId: 'r' } }));
  const { expiresAt } = await channels.create({ ...order, resource: 'user' }, signal);
  expect(Math.abs((expiresAt?.getTime() ?? 0) - Date.now() - week)).toBeLessThan(60_000);
});

test('a channel without the id that ends it is none', async () => {
  const { channels } = await openOn(() => ({ body: { expiration: '1800000000000' } }));
  const opened = channels.create({ ...order, resource: 'user' }, signal);
  expect(await rejection(opened)).toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
    message: 'Google Drive answered in a form that cannot be read',
  });
});

const refusal = (status: number, reason: string) => ({
  status,
  body: { error: { code: status, message: 'No', errors: [{ reason, message: 'No', domain: 'global' }] } },
});

test.each([
  ['there', { status: 204, body: '' }],
  ['gone', refusal(404, 'notFound')],
])('a channel that is %s is ended', async (_state, reply) => {
  const { channels, requests } = await openOn(() => reply);
  await channels.remove({ id: 'c', vendorId: 'r' }, signal);
  expect(requests.map(({ method, path, body }) => [method, path, JSON.parse(body)])).toEqual([
    ['POST', '/drive/v3/channels/stop', { id: 'c', resourceId: 'r' }],
  ]);
});

test('a channel that cannot be ended for now is not taken for one that was', async () => {
  const { channels } = await openOn(() => refusal(503, 'backendError'));
  const removed = channels.remove({ id: 'c', vendorId: 'r' }, signal);
  expect(await rejection(removed)).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
});

test('the log of the user comes before those of drives, and what is kept beside them has none', async () => {
  const { channels } = await openOn(() => ({ body: {} }));
  const feeds = ['team', '~jump folder'];
  expect(await channels.resources({ feeds, selection: undefined }, signal)).toEqual(['user', 'team']);
});

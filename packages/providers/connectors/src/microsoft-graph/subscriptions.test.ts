import { type StubResponse, type StubServer, startStubServer } from '@docfleet/testing';
import { afterEach, expect, test } from '@jest/globals';
import { rejection, signal } from '../../test/conformance-subject.ts';
import { graphPush } from './push.ts';

let graph: StubServer | undefined;
afterEach(() => graph?.close());

/** Channels of a Graph that answers each request in this way. */
async function openOn(reply: StubResponse) {
  const stub = await startStubServer(() => reply);
  graph = stub;
  const channels = graphPush('OneDrive').openChannels?.({
    fetch: globalThis.fetch,
    accessToken: async () => 'token',
    endpoints: { api: stub.url },
    markup: { toMarkdown: async (_form, text) => text },
    pace: async () => undefined,
  });
  if (!channels) throw new Error('Channels are opened by hand');
  const sent = () =>
    stub.requests.map(({ method, path, body }) => [method, path, body === '' ? null : JSON.parse(body)]);
  return { channels, sent };
}

const id = '0f0c6ab1';
const expirationDateTime = '2026-12-01T00:00:00Z';
const address = 'https://docs.example.com/notifications';
const order = { id, secret: 'the-secret', resource: 'b!1', address };

test('a subscription is to the changes below a root, reports its own end, and ends when Graph says', async () => {
  const { channels, sent } = await openOn({ status: 201, body: { id, expirationDateTime } });
  expect(await channels.create(order, signal)).toEqual({
    vendorId: id,
    expiresAt: new Date(expirationDateTime),
  });
  const wanted = {
    changeType: 'updated',
    notificationUrl: address,
    lifecycleNotificationUrl: address,
    resource: '/drives/b!1/root',
    expirationDateTime: expect.stringMatching(/^\d{4}-/),
    clientState: 'the-secret',
  };
  expect(sent()).toEqual([['POST', '/v1.0/subscriptions', wanted]]);
});

test('of a subscription nothing but its end is changed', async () => {
  const { channels, sent } = await openOn({ body: { id, expirationDateTime } });
  expect(await channels.renew?.('a/b', signal)).toEqual({
    vendorId: id,
    expiresAt: new Date(expirationDateTime),
  });
  expect(sent()).toEqual([
    ['PATCH', '/v1.0/subscriptions/a%2Fb', { expirationDateTime: expect.stringMatching(/^\d{4}-/) }],
  ]);
});

const refusal = (status: number, code: string) => ({ status, body: { error: { code, message: 'No' } } });

test.each([
  ['there', { status: 204, body: '' }],
  ['gone', refusal(404, 'ResourceNotFound')],
])('a subscription that is %s is ended', async (_state, reply) => {
  const { channels, sent } = await openOn(reply);
  await channels.remove({ id: 'c', vendorId: id }, signal);
  expect(sent()).toEqual([['DELETE', `/v1.0/subscriptions/${id}`, null]]);
});

test.each([
  ['for now', refusal(503, 'serviceNotAvailable'), 'PROVIDER_UNAVAILABLE'],
  ['by a rule', refusal(403, 'accessDenied'), 'ITEM_FORBIDDEN'],
])('a subscription that cannot be ended %s is not taken for one that was', async (_why, reply, code) => {
  const { channels } = await openOn(reply);
  expect(await rejection(channels.remove({ id: 'c', vendorId: id }, signal))).toMatchObject({ code });
});

const own = { clientState: 'the-secret' };
const others = { clientState: 'another' };
const event = { lifecycleEvent: 'reauthorizationRequired' };

test.each([
  ['a change', [own], 'change'],
  ['a change and an end to come', [own, { ...own, ...event }], 'renewal'],
  ["a change, and another's end to come", [{ ...others, ...event }, own], 'change'],
  ['a change beside what has no secret', [{ clientState: null, lifecycleEvent: null }, own], 'change'],
  ["another's change", [others], 'forged'],
  ['a change without a secret', [{}], 'forged'],
  ['a secret that is no text', [{ clientState: 7 }], 'forged'],
])('%s in one message is %s', (_what, value, kind) => {
  const body = Buffer.from(JSON.stringify({ value }));
  const sent = { headers: new Headers(), body, receivedAt: new Date() };
  const secrets = { channel: 'the-secret', client: {} };
  expect(graphPush('OneDrive').receive(sent, secrets)).toEqual(
    kind === 'forged' ? expect.objectContaining({ kind }) : { kind },
  );
});

import {
  boxSignatureKeys,
  type StubServer,
  startBoxFake,
  startDropboxFake,
  startGoogleDriveFake,
  startGraphFake,
  startNotionFake,
  startStubServer,
  type VendorPush,
} from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ConnectorContext } from './provider.ts';
import type { ConnectorPush, Notification, Reception } from './push.ts';
import { type ConnectorName, connectorPush } from './registry.ts';

const signal = new AbortController().signal;

const contextOn = (
  fake: { readonly token: string },
  endpoints: Record<string, string>,
): ConnectorContext => ({
  fetch: globalThis.fetch,
  accessToken: async () => fake.token,
  endpoints,
  markup: { toMarkdown: async (_form, text) => text },
  pace: async () => undefined,
});

/** Server at the address of a channel, with the notifications that it received; it answers handshakes as the gateway does. */
let address: StubServer;
let received: Notification[] = [];
let push: ConnectorPush;
beforeAll(async () => {
  address = await startStubServer(({ method, query, headers, body }) => {
    const handshake = push.handshake?.(method, query);
    if (handshake !== undefined) return { headers: { 'x-content-type-options': 'nosniff' }, body: handshake };
    const sent = new Headers(
      Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
    );
    received.push({ headers: sent, body: Buffer.from(body), receivedAt: new Date() });
    return { body: '' };
  });
});
afterAll(() => address.close());

function pushOf(name: ConnectorName): ConnectorPush {
  const found = connectorPush[name];
  if (!found) throw new Error(`${name} reports no changes`);
  push = found;
  received = [];
  return found;
}

async function notifications(vendor: VendorPush): Promise<Notification[]> {
  received = [];
  await vendor.deliver({ always: true });
  return received;
}

const changed = ({ headers, body, receivedAt }: Notification, name: string, value: string): Notification => {
  const other = new Headers(headers);
  other.set(name, value);
  return { headers: other, body, receivedAt };
};
const withBody = (notification: Notification, text: string): Notification => ({
  ...notification,
  body: Buffer.from(text),
});
const isForged = ({ kind }: Reception) => kind === 'forged';

const order = { id: '0f0c6ab1-3b4f-4f5c-8a55-000000000001', secret: 'the-secret-of-the-channel' };
const client = { clientSecret: 'dropbox-secret', signatureKeys: boxSignatureKeys };

async function openGoogle() {
  const fake = await startGoogleDriveFake();
  const api = pushOf('GOOGLE_DRIVE').openChannels?.(contextOn(fake, { api: fake.url, export: fake.url }));
  if (!api) throw new Error('Channels are opened by hand');
  return { fake, api };
}

test('Google: the first message is no change, a token that differs is forged, and a stopped channel stays stopped', async () => {
  const { fake, api } = await openGoogle();
  expect(await api.resources({ feeds: ['shared'], selection: undefined }, signal)).toEqual([
    'user',
    'shared',
  ]);
  const opened = await api.create({ ...order, resource: 'user', address: address.url }, signal);
  expect(opened.expiresAt?.getTime()).toBeGreaterThan(Date.now() + 6 * 86_400_000);
  const secrets = { channel: order.secret, client };
  while (received.length === 0) await new Promise(setImmediate);
  expect(push.receive(received[0]!, secrets)).toEqual({ kind: 'ignored' });
  fake.put('/a.txt', 'a');
  const [notification] = await notifications(fake.push);
  expect(push.receive(notification!, secrets)).toEqual({ kind: 'change' });
  expect(isForged(push.receive(notification!, { ...secrets, channel: 'another' }))).toBe(true);
  expect(isForged(push.receive(notification!, { ...secrets, channel: undefined }))).toBe(true);
  expect(isForged(push.receive(changed(notification!, 'x-goog-channel-token', 'guessed'), secrets))).toBe(
    true,
  );
  await api.remove({ id: order.id, vendorId: opened.vendorId }, signal);
  expect(fake.push.addresses.size).toBe(0);
  await api.remove({ id: order.id, vendorId: opened.vendorId }, signal);
  await fake.close();
});

test('Google: a drive that was lost is refused, and so is an address without TLS', async () => {
  const { fake, api } = await openGoogle();
  await expect(
    api.create({ ...order, resource: 'lost', address: address.url }, signal),
  ).rejects.toMatchObject({
    code: 'ITEM_NOT_FOUND',
  });
  const insecure = { ...order, resource: 'user', address: 'http://docs.example.com/x' };
  await expect(api.create(insecure, signal)).rejects.toMatchObject({
    details: { reason: 'WebHook callback must be HTTPS' },
  });
  await fake.close();
});

test.each([
  ['ONEDRIVE', 'own', {}],
  ['SHAREPOINT', 'b!library', { site: 'example.sharepoint.com,guid,guid' }],
] as const)(
  '%s: an address is validated, renewed, and asked to be renewed; another state is forged',
  async (connector, drive, options) => {
    const fake = await startGraphFake(options);
    const api = pushOf(connector).openChannels?.(contextOn(fake, { api: fake.url }));
    const feeds = [drive, '~site a', '~rotation'];
    expect(await api?.resources({ feeds, selection: undefined }, signal)).toEqual([drive]);
    const opened = await api!.create({ ...order, resource: drive, address: address.url }, signal);
    // A little less than the 42,300 minutes that Graph grants.
    const minutes = ((opened.expiresAt?.getTime() ?? 0) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(41_999.5);
    expect(minutes).toBeLessThanOrEqual(42_000);
    const secrets = { channel: order.secret, client };
    const [notification] = await notifications(fake.push);
    expect(push.receive(notification!, secrets)).toEqual({ kind: 'change' });
    expect(isForged(push.receive(notification!, { ...secrets, channel: 'another' }))).toBe(true);
    expect(isForged(push.receive(withBody(notification!, '{"value":[]}'), secrets))).toBe(true);
    expect(isForged(push.receive(withBody(notification!, 'no JSON'), secrets))).toBe(true);
    expect(
      isForged(push.receive(withBody(notification!, '{"value":[{"clientState":null},{}]}'), secrets)),
    ).toBe(true);
    expect(isForged(push.receive(notification!, { ...secrets, channel: undefined }))).toBe(true);
    received = [];
    await fake.push.report('reauthorizationRequired');
    expect(push.receive(received[0]!, secrets)).toEqual({ kind: 'renewal' });
    const renewed = await api!.renew!(opened.vendorId, signal);
    expect(renewed.expiresAt?.getTime()).toBeGreaterThanOrEqual(opened.expiresAt?.getTime() ?? 0);
    await fake.push.report('subscriptionRemoved');
    await expect(api!.renew!(opened.vendorId, signal)).rejects.toMatchObject({ code: 'ITEM_NOT_FOUND' });
    await api!.remove({ id: order.id, vendorId: opened.vendorId }, signal);
    const handshake = (method: string, validationToken: string) =>
      push.handshake?.(method, new URLSearchParams({ validationToken }))?.length;
    expect(handshake('POST', 'x'.repeat(4_096))).toBe(4_096);
    expect(handshake('POST', 'x'.repeat(4_097))).toBeUndefined();
    expect(handshake('GET', 'x')).toBeUndefined();
    expect(push.handshake?.('POST', new URLSearchParams())).toBeUndefined();
    await fake.close();
  },
);

test('Box: a webhook for each folder, adopted where there is one; old, altered and unsigned deliveries are forged', async () => {
  const fake = await startBoxFake({ pageSize: 2 });
  for (const name of ['a', 'b', 'c']) fake.put(`/${name}/file.txt`, name);
  const api = pushOf('BOX').openChannels!(contextOn(fake, { api: `${fake.url}/2.0` }));
  const everything = await api.resources({ feeds: [], selection: undefined }, signal);
  expect(everything).toEqual(['a', 'b', 'c'].map((name) => `folder:${fake.folderAt(`/${name}`)}`));
  const file = fake.put('/a/other.txt', 'x');
  expect(await api.resources({ feeds: [], selection: [file, fake.folderAt('/b'), '999'] }, signal)).toEqual([
    `file:${file}`,
    everything[1],
  ]);
  for (const root of ['0', 'folder:0'])
    expect(await api.resources({ feeds: [], selection: [root] }, signal)).toEqual(everything);
  const [resource = '', other = '', third = ''] = everything;
  const beside = await api.create({ ...order, resource: other, address: address.url }, signal);
  expect(beside.expiresAt).toBeNull();
  const opened = await api.create({ ...order, resource, address: `${address.url}/old` }, signal);
  const behind = await api.create({ ...order, resource: third, address: address.url }, signal);
  const again = await api.create({ ...order, resource, address: address.url }, signal);
  expect(again.vendorId).toBe(opened.vendorId);
  for (const { vendorId } of [beside, behind]) await api.remove({ id: order.id, vendorId }, signal);
  expect([...fake.push.addresses.values()]).toEqual([address.url]);
  const secrets = { channel: undefined, client };
  const [notification] = await notifications(fake.push);
  const verify = (sent: Notification, keys: object | undefined = boxSignatureKeys) =>
    push.receive(sent, { channel: undefined, client: { signatureKeys: keys } }).kind;
  expect(push.receive(notification!, secrets)).toEqual({ kind: 'change' });
  // While keys change, one of them is enough.
  expect(verify(notification!, { primary: 'new', secondary: boxSignatureKeys.primary })).toBe('change');
  expect(verify(notification!, { primary: boxSignatureKeys.secondary })).toBe('change');
  expect(verify(notification!, { primary: 'new' })).toBe('forged');
  expect(push.receive(notification!, { channel: order.secret, client: {} }).kind).toBe('forged');
  expect(verify(withBody(notification!, '{}'))).toBe('forged');
  expect(verify(changed(notification!, 'box-signature-version', '2'))).toBe('forged');
  expect(verify(changed(notification!, 'box-signature-algorithm', 'none'))).toBe('forged');
  expect(verify(changed(notification!, 'box-delivery-timestamp', `${new Date().toISOString()} `))).toBe(
    'forged',
  );
  fake.push.sentAt = () => new Date(Date.now() - 11 * 60_000);
  const [late] = await notifications(fake.push);
  expect(verify(late!)).toBe('forged');
  const sentAt = new Date();
  fake.push.sentAt = () => sentAt;
  const [timed] = await notifications(fake.push);
  const after = (delayMs: number) => ({ ...timed!, receivedAt: new Date(sentAt.getTime() + delayMs) });
  expect([600_000, 600_001, -600_001].map((delayMs) => verify(after(delayMs)))).toEqual([
    'change',
    'forged',
    'forged',
  ]);
  await api.remove({ id: order.id, vendorId: opened.vendorId }, signal);
  await api.remove({ id: order.id, vendorId: opened.vendorId }, signal);
  expect(fake.push.addresses.size).toBe(0);
  // Triggers of folders do not fit a file.
  await api.create({ ...order, resource: `file:${file}`, address: address.url }, signal);
  expect(fake.push.addresses.size).toBe(1);
  await expect(
    api.create({ ...order, resource: 'file:999', address: address.url }, signal),
  ).rejects.toMatchObject({ code: 'ITEM_NOT_FOUND', details: { reason: 'Item does not exist' } });
  await fake.close();
});

test('Dropbox: the challenge is echoed, and a notification names accounts if it is signed with the secret', async () => {
  const fake = await startDropboxFake();
  pushOf('DROPBOX');
  await fake.push.register(address.url);
  const [notification] = await notifications(fake.push);
  const secrets = { channel: undefined, client };
  expect(push.receive(notification!, secrets)).toEqual({
    kind: 'change',
    accounts: ['dbid:AAH4f99T0taONIb-OurWxbNQ6ywGRopQngc'],
  });
  expect(isForged(push.receive(notification!, { channel: 'dropbox-secret', client: {} }))).toBe(true);
  expect(isForged(push.receive(withBody(notification!, '{"list_folder":{}}'), secrets))).toBe(true);
  expect(push.handshake?.('GET', new URLSearchParams({ challenge: 'x'.repeat(2_000) }))).toBeUndefined();
  expect(push.handshake?.('POST', new URLSearchParams({ challenge: 'x' }))).toBeUndefined();
  await fake.close();
});

test('Notion: the token arrives once without a signature; afterwards what is not signed with it is forged', async () => {
  const fake = await startNotionFake();
  pushOf('NOTION');
  await fake.push.register(address.url);
  const sent = push.receive(received[0]!, { channel: undefined, client: {} });
  if (sent.kind !== 'token') throw new Error('No token was sent');
  fake.push.prove(sent.token);
  const [notification] = await notifications(fake.push);
  const secrets = { channel: sent.token, client: {} };
  expect(push.receive(notification!, secrets)).toMatchObject({
    kind: 'change',
    accounts: [expect.any(String)],
  });
  expect(isForged(push.receive(notification!, { channel: undefined, client: {} }))).toBe(true);
  expect(isForged(push.receive(notification!, { channel: 'another', client: {} }))).toBe(true);
  expect(
    isForged(
      push.receive(withBody(notification!, '{"verification_token":"secret_0123456789abcdef"}'), secrets),
    ),
  ).toBe(true);
  await fake.close();
});

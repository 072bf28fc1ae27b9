import { type StubServer, startStubServer } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createEgress } from './index.ts';

let canary: StubServer;
beforeAll(async () => {
  canary = await startStubServer(() => ({ body: 'reached' }));
});
afterAll(() => canary.close());

test.each(['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]'])(
  'a private address written as %s is refused before a connection is made',
  async (host) => {
    const egress = createEgress({ allowCidrs: [] });
    const before = canary.requests.length;
    await expect(egress.fetch(`http://${host}:${canary.port}/`)).rejects.toMatchObject({
      cause: { code: 'ADDRESS_FORBIDDEN' },
    });
    expect(canary.requests).toHaveLength(before);
    await egress.close();
  },
);

test('the operator can allow a range', async () => {
  const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
  const response = await egress.fetch(`${canary.url}/x`);
  expect(await response.text()).toBe('reached');
  await egress.close();
});

test('a range that is none is refused at the start', () => {
  expect(() => createEgress({ allowCidrs: ['localhost'] })).toThrow(/EGRESS_ALLOW_CIDRS/);
});

test.each(['http://127.0.0.1:1/', 'http://[::1]/', 'http://169.254.169.254/', 'http://localhost/'])(
  '%s leads to a private address, which can be reported before anything is sent',
  async (url) => {
    const egress = createEgress({ allowCidrs: [] });
    await expect(egress.requirePermitted(new URL(url))).rejects.toMatchObject({ code: 'ADDRESS_FORBIDDEN' });
    await egress.close();
  },
);

test.each([
  'metadata.google.internal',
  'metadata.google.internal.',
  'printer.local',
  'nas.home.arpa',
  'redis',
])('the name %s is one of a private network, also where it cannot be looked up', async (host) => {
  const nowhere = createEgress({
    allowCidrs: [],
    resolve: async () => Promise.reject(new Error('ENOTFOUND')),
  });
  const address = { address: '169.254.169.254', family: 4 };
  const inCloud = createEgress({ allowCidrs: [], resolve: async () => [address] });
  const allowed = createEgress({ allowCidrs: ['169.254.0.0/16'], resolve: async () => [address] });
  const url = new URL(`http://${host}/`);
  for (const egress of [nowhere, inCloud])
    await expect(egress.requirePermitted(url)).rejects.toMatchObject({ code: 'ADDRESS_FORBIDDEN' });
  await expect(inCloud.fetch(url)).rejects.toMatchObject({ cause: { code: 'ADDRESS_FORBIDDEN' } });
  await allowed.requirePermitted(url);
  for (const egress of [nowhere, inCloud, allowed]) await egress.close();
});

test('a host that cannot be looked up passes for now', async () => {
  const egress = createEgress({ allowCidrs: [] });
  await egress.requirePermitted(new URL('https://nowhere.invalid/'));
  await egress.close();
});

import { expect, test } from '@jest/globals';
import { createAddressPolicy, refusalOf } from './address-policy.ts';

const defaultPolicy = createAddressPolicy({ allowCidrs: [] });

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '93.184.215.14',
  '2606:4700::1111',
  '2001:4860:4860::8888',
  '::ffff:8.8.8.8',
])('%s is public', (address) => {
  expect(defaultPolicy.judge(address, 443)).toBe('public');
});

test.each<[number, string]>([
  [80, 'public'],
  [443, 'public'],
  [8_443, 'public'],
  [65_535, 'public'],
  [22, 'odd-port'],
  [25, 'odd-port'],
  [1_023, 'odd-port'],
])('port %i of a public address is judged %s', (port, verdict) => {
  expect(defaultPolicy.judge('8.8.8.8', port)).toBe(verdict);
});

test('the operator names ports of the Internet', () => {
  const policy = createAddressPolicy({ allowCidrs: [], ports: ['443', '8000-8100'] });
  expect([80, 443, 8_050, 8_101].map((port) => policy.judge('8.8.8.8', port))).toEqual([
    'odd-port',
    'public',
    'public',
    'odd-port',
  ]);
});

test("the operator's ranges are permitted at any port, and nothing beside them", () => {
  const policy = createAddressPolicy({ allowCidrs: ['10.1.0.0/16', 'fd00::/64', '168.63.129.16/32'] });
  expect(policy.judge('10.1.2.3', 22)).toBe('operator');
  expect(policy.judge('::ffff:10.1.2.3', 22)).toBe('operator');
  expect(policy.judge('fd00::7', 1)).toBe('operator');
  expect(policy.judge('168.63.129.16', 80)).toBe('operator');
  for (const address of ['10.2.0.1', 'fd00:0:0:1::1', '127.0.0.1', 'not an address'])
    expect(policy.judge(address, 443)).toBe('private');
});

test.each(['0', '70000', '90-80', 'http', '80,443', ''])('"%s" is no port', (port) => {
  expect(() => createAddressPolicy({ allowCidrs: [], ports: [port] })).toThrow(/EGRESS_PORTS/);
});

test.each([
  ['localhost', 'EGRESS_ALLOW_CIDRS=127.0.0.0/8,::1/128.'],
  ['api.localhost', 'EGRESS_ALLOW_CIDRS=127.0.0.0/8,::1/128.'],
  ['192.168.3.4', 'EGRESS_ALLOW_CIDRS=192.168.3.4/32.'],
  // The address of a name is not disclosed.
  ['wiki.example', 'EGRESS_ALLOW_CIDRS=10.0.0.0/8, or whatever holds it.'],
  ['notlocalhost', 'EGRESS_ALLOW_CIDRS=10.0.0.0/8, or whatever holds it.'],
])('the refusal of %s names a setting that allows it', (host, setting) => {
  expect(refusalOf('private', host, 80)?.message).toContain(setting);
});

test('the setting that a refusal names for localhost allows its addresses', () => {
  const policy = createAddressPolicy({ allowCidrs: ['127.0.0.0/8', '::1/128'] });
  expect(['127.0.0.1', '::1'].map((address) => policy.judge(address, 9_999))).toEqual([
    'operator',
    'operator',
  ]);
});

import { expect, test } from '@jest/globals';
import { organizationQuota } from './quota.ts';

const tokenOf = (claims: object) =>
  `header.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;
const entered = { tenantId: 'Contoso.onmicrosoft.com', clientId: 'entered' };

test.each([
  ['what was entered', { settings: entered }, 'microsoft:entered:contoso.onmicrosoft.com'],
  ['the token of a consent', { clientId: 'app' }, 'microsoft:app:tenant?>-1'],
  ['a token without a tenant', { clientId: 'app', token: tokenOf({ sub: 'ada' }) }, undefined],
  ["a personal account's token, which has no claims", { clientId: 'app', token: 'EwB4A8l6BAAU' }, undefined],
  ['a token that cannot be read', { clientId: 'app', token: 'header.e30x.signature' }, undefined],
  ['a token of no application', {}, undefined],
  ['settings of another kind', { clientId: 'app', settings: { user: 'ada' } }, 'microsoft:app:tenant?>-1'],
])('what an organization is asked is counted by %s', async (_what, holder, quota) => {
  const { token = tokenOf({ tid: 'Tenant?>-1' }), ...rest } = holder as { token?: string };
  const asked = { clientId: null, settings: null, accessToken: async () => token, ...rest };
  expect(await organizationQuota(asked)).toBe(quota);
});

test('no token is issued for what was entered', async () => {
  const accessToken = () => Promise.reject(new Error('No token was to be issued'));
  expect(await organizationQuota({ clientId: null, settings: entered, accessToken })).toMatch(/^microsoft:/);
});

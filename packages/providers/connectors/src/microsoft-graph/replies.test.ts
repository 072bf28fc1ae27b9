import { expect, test } from '@jest/globals';
import { replies } from './replies.ts';

test.each([
  ['https://graph.microsoft.com/v1.0/sites?$skiptoken=1', true],
  ['not an address', false],
  ['/v1.0/sites?$skiptoken=1', false],
])('a page whose next link is %s is understood: %p', (link, isUnderstood) => {
  const page = { value: [], '@odata.nextLink': link };
  expect(replies.sites.safeParse(page).success).toBe(isUnderstood);
});

test('what Graph leaves out of a site or an account is null, and so is what it says is null', () => {
  const nothing = { displayName: null, webUrl: null };
  for (const fields of [{}, { ...nothing, isPersonalSite: null }])
    expect(replies.site.parse({ id: 's', ...fields })).toMatchObject({ id: 's', ...nothing });
  for (const fields of [{}, { displayName: null, userPrincipalName: null }])
    expect(replies.me.parse({ id: '7', ...fields })).toEqual({
      id: '7',
      displayName: null,
      userPrincipalName: null,
    });
});

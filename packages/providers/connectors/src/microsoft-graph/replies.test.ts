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

test('an item with null in place of what Graph usually leaves out is an item', () => {
  const fields = { name: null, size: null, cTag: null, eTag: null, webUrl: null, lastModifiedDateTime: null };
  const facets = { folder: null, root: null, package: null, malware: null, deleted: null, remoteItem: null };
  const parentReference = { driveId: 'b!1', id: null, path: null };
  const [item] = replies.items.parse({
    value: [{ id: 'a', file: { mimeType: null }, parentReference, ...fields, ...facets }],
  }).value;
  expect(item).toEqual({ id: 'a', name: '', file: {}, parentReference: { driveId: 'b!1' } });
});

import { expect, test } from '@jest/globals';
import { isPersonal } from './discover.ts';

test.each([
  [{ isPersonalSite: true, webUrl: 'https://contoso.sharepoint.com/sites/hr' }, true],
  [{ isPersonalSite: false, webUrl: 'https://contoso-my.sharepoint.com/personal/ada' }, false],
  [{ webUrl: 'https://contoso-my.sharepoint.com/personal/ada' }, true],
  [{ isPersonalSite: null, webUrl: 'HTTPS://Contoso-My.SharePoint.de/Personal/Ada' }, true],
  [{ webUrl: 'https://contoso.sharepoint.com/sites/a?u=https://x-my.sharepoint.com/personal/ada' }, false],
  [{ webUrl: 'https://contoso.sharepoint.com/personal/ada' }, false],
  [{ webUrl: null }, false],
])('the site %j is that of a person: %s', (site, expected) => {
  expect(isPersonal(site)).toBe(expected);
});

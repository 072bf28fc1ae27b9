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

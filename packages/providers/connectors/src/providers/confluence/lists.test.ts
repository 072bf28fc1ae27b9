import { expect, test } from '@jest/globals';
import { nextOf } from './lists.ts';

test.each([
  ['/wiki/api/v2/pages?limit=250&cursor=a%2Bb', 'a+b'],
  ['https://acme.atlassian.net/wiki/api/v2/pages?cursor=a', 'a'],
  ['/wiki/api/v2/pages?limit=250', undefined],
  ['/wiki/api/v2/pages?cursor=', undefined],
  ['', undefined],
  [null, undefined],
  [undefined, undefined],
])('a list whose link is %j goes on at %j', (next, cursor) => {
  expect(nextOf({ _links: { next } })).toBe(cursor);
});

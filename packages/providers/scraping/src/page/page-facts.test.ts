import { expect, test } from '@jest/globals';
import { readRobots } from './page-facts.ts';

test.each<[string[], boolean, boolean]>([
  [[''], true, true],
  [['index, follow, max-snippet:-1'], true, true],
  [['NoIndex'], false, true],
  [['none'], false, false],
  [['all', 'nofollow'], true, false],
  [['otherbot: noindex'], true, true],
  [['docfleet: noindex, nofollow'], false, false],
  [['noindex nofollow'], false, false],
  [['noindex;follow'], false, true],
  [['otherbot: noindex', 'noindex'], false, true],
  [['unavailable_after: 25 Jun 2010 15:00:00 PST, noindex'], false, true],
])('%j: may index %s, may follow %s', (values, mayIndex, mayFollow) => {
  expect(readRobots(values)).toEqual({ mayIndex, mayFollow });
});

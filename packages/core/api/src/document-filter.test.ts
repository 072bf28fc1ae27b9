import { expect, test } from '@jest/globals';
import { sourceFilter } from './document-filter.ts';

test.each(['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+00:01', '9999-12-31T23:59:59-23:59'])(
  '%s is no moment that could be compared',
  (moment) => {
    for (const filter of [{ modifiedAfter: moment }, { modifiedBefore: moment }])
      expect(sourceFilter.safeParse(filter).error?.issues).toEqual([
        expect.objectContaining({ message: 'must lie between the years 1 and 9999' }),
      ]);
  },
);

test.each(['0001-01-01T00:00:00Z', '1969-07-20T20:17:40Z', '9999-12-31T23:59:59Z'])('%s is one', (moment) => {
  expect(sourceFilter.safeParse({ modifiedAfter: moment, modifiedBefore: moment }).success).toBe(true);
});

import { readWith } from '@docfleet/errors/issues';
import { expect, test } from '@jest/globals';
import { sourceFilter, toSourceFilter } from './document-filter.ts';

test.each(['0000-01-01', '0000-01-01T00:00:00Z', '0001-01-01T00:00:00+00:01', '9999-12-31T23:59:59-23:59'])(
  '%s is no moment that could be compared',
  (moment) => {
    for (const filter of [{ modifiedAfter: moment }, { modifiedBefore: moment }])
      expect(sourceFilter.safeParse(filter).error?.issues).toEqual([
        expect.objectContaining({ message: 'must lie between the years 1 and 9999' }),
      ]);
  },
);

test.each(['0001-01-01', '0001-01-01T00:00:00Z', '1969-07-20T20:17:40Z', '9999-12-31T23:59:59Z'])(
  '%s is one',
  (moment) => {
    expect(sourceFilter.safeParse({ modifiedAfter: moment, modifiedBefore: moment }).success).toBe(true);
  },
);

test.each(['modifiedAfter', 'modifiedBefore', 'createdAfter', 'createdBefore'])(
  '%s takes a date alone, as its first moment in UTC',
  (name) => {
    expect(toSourceFilter(sourceFilter.parse({ [name]: '2026-11-28' }))).toEqual({
      [name]: new Date('2026-11-28T00:00:00Z'),
    });
  },
);

test.each(['yesterday', '', '2026-02-30', '2026-11-28T09:30', 7])(
  'what is no date is refused in one sentence: %j',
  (createdAfter) => {
    expect(readWith(sourceFilter, { createdAfter })).toEqual({
      issues: [
        {
          path: 'createdAfter',
          message: 'must be a date such as 2026-01-31, or a time such as 2026-01-31T09:30:00+01:00',
        },
      ],
    });
  },
);

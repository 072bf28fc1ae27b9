import { expect, test } from '@jest/globals';
import { dayOf, timeAgo } from './format.ts';

const now = new Date(2026, 10, 25, 18, 30);
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

test.each([
  ['yesterday is the day before today', 30, 'yesterday'],
  ['a moment 47 hours ago is two days ago', 47, '2 days ago'],
  ['a moment 59 days ago is two months ago', 59 * 24, '2 mo. ago'],
  ['a moment 13 months ago is a year ago', 395 * 24, '1 yr. ago'],
  ['a moment of this morning is stated in hours', 9, '9 hr. ago'],
])('%s', (_fact, hours, words) => {
  expect(timeAgo(hoursAgo(hours), now)).toBe(words);
});

test('a day of a filter begins at midnight of the user, not of UTC', () => {
  expect(dayOf('2026-11-27')).toBe(new Date(2026, 10, 27).toISOString());
  expect(dayOf('2026-11-30', 1)).toBe(new Date(2026, 11, 1).toISOString());
  expect(['', 'soon', undefined].map((text) => dayOf(text))).toEqual([undefined, undefined, undefined]);
});

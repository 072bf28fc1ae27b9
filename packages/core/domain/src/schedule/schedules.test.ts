import { createSeededRandom } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { latestMoment, nextMoment, type Period } from './schedules.ts';

const at = (text: string) => new Date(text);
const periods: Period[] = ['DAILY', 'WEEKLY', 'MONTHLY'];

test.each<[Period, string, string, string]>([
  ['DAILY', '2026-01-31T10:00Z', '2026-01-31T10:00Z', '2026-02-01T10:00Z'],
  ['DAILY', '2026-01-31T10:00Z', '2026-03-01T10:00:00.001Z', '2026-03-02T10:00Z'],
  ['WEEKLY', '2026-01-31T10:00Z', '2026-02-07T09:59Z', '2026-02-07T10:00Z'],
  ['MONTHLY', '2026-01-31T10:00Z', '2026-02-01T00:00Z', '2026-02-28T10:00Z'],
  ['MONTHLY', '2026-01-31T10:00Z', '2026-02-28T10:00Z', '2026-03-31T10:00Z'],
  ['MONTHLY', '2028-01-31T10:00Z', '2028-02-10T10:00Z', '2028-02-29T10:00Z'],
  ['MONTHLY', '2026-11-30T10:00Z', '2027-02-27T10:00Z', '2027-02-28T10:00Z'],
])('after %s from %s, at %s, follows %s', (period, anchor, now, next) => {
  expect(nextMoment(at(anchor), period, at(now))).toEqual(at(next));
});

test('the first scheduled time is one period after the anchor', () => {
  const anchor = at('2026-05-31T08:00Z');
  expect(latestMoment(anchor, 'MONTHLY', at('2026-06-30T07:59Z'))).toBeUndefined();
  expect(latestMoment(anchor, 'MONTHLY', at('2026-06-30T08:00Z'))).toEqual(at('2026-06-30T08:00Z'));
});

test('an anchor that a wrong clock put into the future is not waited for', () => {
  expect(nextMoment(at('2030-05-31T08:00Z'), 'MONTHLY', at('2026-02-01T00:00Z'))).toEqual(
    at('2026-02-28T08:00Z'),
  );
});

test('now always lies between the latest and the next scheduled time, with no other in between', () => {
  const random = createSeededRandom(11);
  const start = at('2026-01-01T00:00Z').getTime();
  for (let index = 0; index < 5_000; index += 1) {
    const period = periods[index % periods.length] as Period;
    const anchor = new Date(start + Math.floor(random() * 400 * 86_400_000));
    const now = new Date(anchor.getTime() + Math.floor((random() * 2_000 - 300) * 86_400_000));
    const next = nextMoment(anchor, period, now);
    const latest = latestMoment(anchor, period, now);
    expect(next > now).toBe(true);
    expect(latest === undefined || latest <= now).toBe(true);
    expect(nextMoment(anchor, period, latest ?? anchor)).toEqual(next);
    expect(latestMoment(anchor, period, new Date(next.getTime() - 1))).toEqual(latest);
    expect(next.getTime() - now.getTime()).toBeLessThanOrEqual(31 * 86_400_000);
  }
});

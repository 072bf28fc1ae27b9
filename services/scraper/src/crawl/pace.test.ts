import { expect, test } from '@jest/globals';
import { createPace } from './visit-frontier.ts';

test('as many visits are under way as may be, while none is put off', () => {
  const pace = createPace(8);
  expect([pace.mayBegin(7), pace.mayBegin(8)]).toEqual([true, false]);
});

test('after a visit was put off none begins for so long, and then one at a time', () => {
  const pace = createPace(8);
  pace.delay(60_000);
  pace.delay(90_000);
  expect(pace.mayBegin(0)).toBe(false);
  expect(pace.waitMs()).toBeGreaterThan(50_000);
  expect(pace.waitMs()).toBeLessThanOrEqual(60_000);
  const later = createPace(8);
  later.delay(0);
  expect([later.mayBegin(0), later.mayBegin(1)]).toEqual([true, false]);
});

test('a host that serves visit after visit is asked for more at once again', () => {
  const pace = createPace(3);
  pace.delay(0);
  for (let visit = 0; visit < 100; visit += 1) pace.served();
  expect([pace.mayBegin(2), pace.mayBegin(3)]).toEqual([true, false]);
});

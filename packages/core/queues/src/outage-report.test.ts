import { expect, test } from '@jest/globals';
import { createOutageReport } from './outage-report.ts';

test('of the errors of an outage one in a while is reported, with the number of the others', () => {
  let now = 0;
  const reported: [string, number][] = [];
  const take = createOutageReport(({ message }, unreported) => reported.push([message, unreported]), {
    everyMs: 100,
    now: () => now,
  });
  for (now = 0; now < 250; now += 10) take(new Error(`MISCONF ${now}`));
  expect(reported).toEqual([
    ['MISCONF 0', 0],
    ['MISCONF 100', 9],
    ['MISCONF 200', 9],
  ]);
});

import { expect, test } from '@jest/globals';
import { createOutageReport } from './logger.ts';

/** Takes errors each 10 ms of a clock of its own; returns what is reported, with the number of those that were not. */
function reportOf(messageAt: (now: number) => string): [string, number][] {
  let now = 0;
  const reported: [string, number][] = [];
  const report = (error: unknown, unreported: number) => {
    reported.push([(error as Error).message, unreported]);
  };
  const take = createOutageReport(report, { everyMs: 100, now: () => now });
  for (; now < 250; now += 10) take(new Error(messageAt(now)));
  return reported;
}

test('of the errors of an outage one in a while is reported, with the number of the others', () => {
  expect(reportOf((now) => `Only ${now} MB are free`)).toEqual([
    ['Only 0 MB are free', 0],
    ['Only 100 MB are free', 9],
    ['Only 200 MB are free', 9],
  ]);
});

test('another reason is reported at once', () => {
  expect(reportOf((now) => (now === 50 ? 'no space left' : 'away')).slice(0, 2)).toEqual([
    ['away', 0],
    ['no space left', 0],
  ]);
});

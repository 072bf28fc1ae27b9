import type { KeywordStatistics } from '@docfleet/domain/keyword-sample';
import { eventually } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { rememberStatistics } from './remember-statistics.ts';

function statisticsOf(chunkCount: number): KeywordStatistics {
  return { chunkCount, frequencies: new Map() };
}

test('searches of the same moment share one reading', async () => {
  let readings = 0;
  const remembered = rememberStatistics(async () => {
    readings += 1;
    return statisticsOf(5_000);
  });
  await Promise.all([remembered('a'), remembered('a'), remembered('a')]);
  expect(readings).toBe(1);
});

test('when they are old, a search goes on with them while they are read anew', async () => {
  let time = 0;
  let count = 5_000;
  const remembered = rememberStatistics(
    async () => statisticsOf(count),
    () => time,
  );
  await remembered('a');
  count = 6_000;
  time = 61_000;
  expect((await remembered('a')).chunkCount).toBe(5_000);
  await eventually(async () => expect((await remembered('a')).chunkCount).toBe(6_000));
});

test('a small namespace is looked at again after a second', async () => {
  let time = 0;
  let count = 1;
  const remembered = rememberStatistics(
    async () => statisticsOf(count),
    () => time,
  );
  await remembered('a');
  count = 2;
  time = 1_001;
  await remembered('a');
  await eventually(async () => expect((await remembered('a')).chunkCount).toBe(2));
});

test('a failed reading is not remembered', async () => {
  let fails = true;
  const remembered = rememberStatistics(async () => {
    if (fails) throw new Error('down');
    return statisticsOf(1);
  });
  await expect(remembered('a')).rejects.toThrow('down');
  fails = false;
  expect((await remembered('a')).chunkCount).toBe(1);
});

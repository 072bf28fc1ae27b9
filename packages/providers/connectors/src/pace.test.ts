import { expect, test } from '@jest/globals';
import { createPace } from './vendor-client.ts';

const signal = new AbortController().signal;

test('lets through a second of requests at once, and then one at a time', async () => {
  const waits: number[] = [];
  const clock = { now: () => 0, sleep: async (milliseconds: number) => void waits.push(milliseconds) };
  const pace = createPace(4, clock);
  for (let request = 0; request < 7; request += 1) await pace(signal);
  expect(waits).toEqual([250, 500, 750]);
});

test('a rest earns no more than a second of requests', async () => {
  const waits: number[] = [];
  let now = 0;
  const clock = { now: () => now, sleep: async (milliseconds: number) => void waits.push(milliseconds) };
  const pace = createPace(2, clock);
  await pace(signal);
  now = 60_000;
  for (let request = 0; request < 3; request += 1) await pace(signal);
  expect(waits).toEqual([500]);
});

test('who waits for a turn is let go when aborted', async () => {
  const pace = createPace(0.001);
  await pace(signal);
  const abort = new AbortController();
  const turn = pace(abort.signal);
  abort.abort('stop');
  await expect(turn).rejects.toBe('stop');
});

test('who was let go before its turn takes none', async () => {
  const waits: number[] = [];
  const clock = { now: () => 0, sleep: async (milliseconds: number) => void waits.push(milliseconds) };
  const pace = createPace(1, clock);
  await expect(pace(AbortSignal.abort('stop'))).rejects.toBe('stop');
  await pace(signal);
  expect(waits).toEqual([]);
});

test('who waits for a turn has it when its time has come', async () => {
  const pace = createPace(100);
  const turns = Promise.all(Array.from({ length: 103 }, () => pace(signal)));
  await expect(turns).resolves.toHaveLength(103);
});

import { createLogger } from '@docfleet/runtime/logging';
import { expect, test } from '@jest/globals';
import { createLocalLeases, withFallback } from './lease.ts';

function start() {
  let time = 0;
  const now = () => time;
  const log: string[] = [];
  const destination = { write: (line: string) => void log.push(JSON.parse(line).msg) };
  const logger = createLogger({ service: 'test', level: 'info' }, destination);
  let away = true;
  let asked = 0;
  const shared = createLocalLeases(now);
  const source = withFallback(
    (...order) => {
      asked += 1;
      return away ? Promise.reject(new Error('away')) : shared(...order);
    },
    createLocalLeases(now),
    logger,
    now,
  );
  return {
    source,
    log,
    asked: () => asked,
    pass: (ms: number) => (time += ms),
    recover: () => (away = false),
  };
}

test('while Redis is away a process counts for itself, and says so once', async () => {
  const { source, log, pass } = start();
  expect((await source('k', 16, 1)).granted).toBe(1);
  pass(5_000);
  expect((await source('k', 16, 20)).granted).toBe(15);
  expect((await source('k', 16, 1)).granted).toBe(0);
  expect(log).toEqual(['rate limits cannot be shared: each process counts for itself']);
});

test('a Redis that is away is asked once a second, and its return is noticed', async () => {
  const { source, log, asked, pass, recover } = start();
  await source('k', 16, 1);
  await source('k', 16, 1);
  expect(asked()).toBe(1);
  recover();
  pass(1_000);
  expect((await source('k', 16, 16)).granted).toBe(16);
  expect(log.at(-1)).toBe('rate limits are shared again');
});

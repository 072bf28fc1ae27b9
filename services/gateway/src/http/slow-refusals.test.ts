import { expect, test } from '@jest/globals';
import { createSlowRefusals } from './slow-clients.ts';

const settled = async (wait: Promise<void>) =>
  Promise.race([wait.then(() => true), new Promise((resolve) => setImmediate(() => resolve(false)))]);

test('the first refusals of a subject within a second are sent at once, the next ones wait, and others do not', async () => {
  const refusals = createSlowRefusals();
  const gone = new AbortController();
  for (let sent = 0; sent < 20; sent += 1)
    expect(await settled(refusals.wait('key:a', gone.signal))).toBe(true);
  const waiting = refusals.wait('key:a', gone.signal);
  expect(await settled(waiting)).toBe(false);
  expect(await settled(refusals.wait('key:b', gone.signal))).toBe(true);
  gone.abort();
  await waiting;
});

test('so many wait that connections are kept open for no more', async () => {
  const refusals = createSlowRefusals();
  const gone = new AbortController();
  const waits = Array.from({ length: 220 }, () => refusals.wait('key:a', gone.signal));
  expect(await settled(refusals.wait('key:a', gone.signal))).toBe(true);
  gone.abort();
  await Promise.all(waits);
  const alive = new AbortController();
  const next = refusals.wait('key:a', alive.signal);
  expect(await settled(next)).toBe(false);
  alive.abort();
  await next;
});

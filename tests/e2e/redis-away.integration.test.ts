import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createNamespace, ingestText, search, waitForRun } from './documents.ts';
import { startTestFleet, type TestFleet } from './test-fleet.ts';

let fleet: TestFleet;

beforeAll(async () => {
  fleet = await startTestFleet({ REDIS_URL: '' });
  await createNamespace(fleet.api, 'docs');
  const { ingestJobRunId } = await ingestText(fleet.api, 'docs', 'The heron stands at the pond.');
  await waitForRun(fleet.api, 'docs', ingestJobRunId);
}, 240_000);

afterAll(async () => {
  await fleet?.remove();
});

const redisDirectory = () => join(fleet.dataDirectory, 'redis');

/** Sends a signal to the Redis that the fleet started for itself. */
async function signalRedis(signal: NodeJS.Signals): Promise<void> {
  process.kill(Number(await readFile(join(redisDirectory(), 'redis.pid'), 'utf8')), signal);
}

async function ingestMany(what: string, count: number): Promise<number> {
  const startedAt = Date.now();
  const texts = Array.from({ length: count }, (_, index) => `${what}, text ${index}.`);
  await Promise.all(texts.map((text) => ingestText(fleet.api, 'docs', text)));
  return Date.now() - startedAt;
}

const expectAllSucceeded = async () => expect(Object.keys(await fleet.countByStatus())).toEqual(['SUCCESS']);

async function expectHeronFound(): Promise<void> {
  const [hit] = await search(fleet.api, 'docs', 'heron');
  expect(hit?.content).toMatch(/pond/);
}

test('while Redis does not answer, texts are accepted and searches answered; afterwards everything is embedded', async () => {
  await signalRedis('SIGSTOP');
  try {
    expect(await ingestMany('Frozen', 50)).toBeLessThan(5_000);
    await expectHeronFound();
    expect(await fleet.countByStatus()).toEqual({ SUCCESS: 1, QUEUED: 50 });
  } finally {
    await signalRedis('SIGCONT');
  }
  await eventually(expectAllSucceeded, 20_000);
}, 60_000);

test('a Redis that dies in the middle of the work is started again, and everything is embedded', async () => {
  const ingesting = ingestMany('Killed', 300);
  await signalRedis('SIGKILL');
  expect(await ingesting).toBeLessThan(10_000);
  await expectHeronFound();
  await eventually(expectAllSucceeded, 60_000);
}, 90_000);

test('a Redis that forgot everything is told again by PostgreSQL', async () => {
  await ingestMany('Forgotten', 300);
  await signalRedis('SIGSTOP');
  await rm(join(redisDirectory(), 'appendonlydir'), { recursive: true });
  await signalRedis('SIGKILL');
  expect(Object.keys(await fleet.countByStatus())).toContain('QUEUED');
  await eventually(expectAllSucceeded, 60_000);
}, 90_000);

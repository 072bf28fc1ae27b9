import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually, reserveFreePort } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createNamespace, ingestText, search, waitForRun } from './documents.ts';
import { type OwnFleet, startTestFleet } from './test-fleet.ts';

let fleet: OwnFleet;
let internalPort: number;
beforeAll(async () => {
  internalPort = await reserveFreePort();
  fleet = await startTestFleet({ FLEET_PROCESSES: '2', INTERNAL_PORT: String(internalPort) });
  await createNamespace(fleet.api, 'docs');
}, 240_000);
afterAll(() => fleet?.remove());

/** The processes of the workers that the fleet has had, the last one at the end. */
async function workersSoFar(): Promise<number[]> {
  const log = await readFile(join(fleet.dataDirectory, 'fleet.log'), 'utf8');
  return [...log.matchAll(/"workersPid":(\d+)/g)].map(([, pid]) => Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function nicenessOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
}

test('documents are worked on by a process of lower priority, and its metrics are among those of the fleet', async () => {
  const { ingestJobRunId } = await ingestText(fleet.api, 'docs', 'The heron stands at the pond.');
  await waitForRun(fleet.api, 'docs', ingestJobRunId);
  const [workers] = await workersSoFar();
  expect(await nicenessOf(workers as number)).toBe(Math.min(19, (await nicenessOf(fleet.pid)) + 5));
  const metrics = await (await fetch(`http://127.0.0.1:${internalPort}/metrics`)).text();
  expect(metrics).toMatch(
    /^docfleet_job_attempts_total\{queue="embed-document",outcome="done",service="fleet-workers"\} [1-9]/m,
  );
  expect(metrics).toMatch(/^docfleet_http_requests_total\{.*service="fleet"\} [1-9]/m);
  expect(metrics.match(/^# TYPE docfleet_job_attempts_total /gm)).toHaveLength(1);
});

test('workers that are killed are started again, and requests are answered meanwhile', async () => {
  const [workers] = await workersSoFar();
  process.kill(workers as number, 'SIGKILL');
  expect(await search(fleet.api, 'docs', 'heron')).toHaveLength(1);
  const { ingestJobRunId } = await ingestText(fleet.api, 'docs', 'The stork stands on the roof.');
  await waitForRun(fleet.api, 'docs', ingestJobRunId, 60_000);
  expect(await workersSoFar()).toHaveLength(2);
  expect(fleet.hasEnded()).toBe(false);
}, 120_000);

test('workers end with the process that serves requests, also where that one is killed', async () => {
  const workers = (await workersSoFar()).at(-1) as number;
  expect(isAlive(workers)).toBe(true);
  await fleet.kill();
  await eventually(() => expect(isAlive(workers)).toBe(false));
});

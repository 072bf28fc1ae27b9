import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@docfleet/testing';
import { expect } from '@jest/globals';
import { checkFleet } from './check-fleet.ts';
import type { FaultFleet } from './fault-fleet.ts';
import { isLong, seed, times } from './form.ts';
import { report } from './report.ts';
import { breakVendors } from './scenarios/break-vendors.ts';
import { pauseRedis, withFullRedis } from './scenarios/hurt-redis.ts';
import { pageThrough } from './scenarios/page-through.ts';
import { rollFleet } from './scenarios/roll.ts';
import { documents, setUpFleet } from './set-up-fleet.ts';

const faultTest = setUpFleet();

faultTest(
  'while Redis does not answer, or is full, texts are accepted, and embedded afterwards',
  async ({ fleet, customer, survive }) => {
    for (const seconds of isLong ? [5, 60, 300] : [4]) {
      customer.slowestMs = 0;
      const recovery = await survive(1, () => pauseRedis(fleet, seconds * 1_000));
      report('5', `Redis stands still for ${seconds} s`, {
        ...recovery,
        slowestRequestMs: customer.slowestMs,
      });
    }
    customer.slowestMs = 0;
    await withFullRedis(fleet, () => customer.ingest(documents));
    const recovery = await checkFleet(fleet, customer);
    report('6', 'Redis is full', { ...recovery, slowestRequestMs: customer.slowestMs });
  },
);

faultTest(
  'a PostgreSQL that is killed, or away for a while, loses nothing that was accepted',
  async ({ fleet, survive }) => {
    const rounds = times(1, 20);
    const killed = await survive(rounds, () => pause(400).then(() => fleet.postgres.kill()));
    report('7', `kill -9 of PostgreSQL, ${rounds} times; the slowest`, { ...killed });
    const readiness = async () => (await fetch(`${fleet.services.url}/readyz`)).status;
    let unreadyAfterMs = 0;
    let readyAfterMs = 0;
    const away = await survive(1, async () => {
      await pause(400);
      await fleet.postgres.without(async () => {
        const goneAt = Date.now();
        await eventually(async () => expect(await readiness()).toBe(503), 30_000);
        unreadyAfterMs = Date.now() - goneAt;
        await pause(times(2_000, 60_000));
      });
      const backAt = Date.now();
      await eventually(async () => expect(await readiness()).toBe(200), 60_000);
      readyAfterMs = Date.now() - backAt;
    });
    report('7', `PostgreSQL is away for ${times(2, 60)} s`, { unreadyAfterMs, readyAfterMs, ...away });
  },
);

faultTest(
  'a worker that stands still for longer than its leases does no harm when it goes on',
  async ({ fleet, survive }) => {
    const rounds = times(1, 5);
    const slowest = await survive(rounds, () => stopEmbedder(fleet, times(12_000, 31_000)));
    report('9', `an embedder stands still for ${times(12, 31)} s, ${rounds} times; the slowest`, {
      ...slowest,
    });
  },
);

faultTest(
  'on vendors that break 30 % of all requests, and answer with vectors that are none, every document succeeds',
  async ({ fleet, customer }) => {
    const { load, repair } = breakVendors(fleet, seed, isLong ? [2, 30] : []);
    await customer.ingest(2 * documents);
    const recovery = await checkFleet(fleet, customer);
    repair();
    report('11, 12, 13', 'vendors break 30 % of all requests', { ...load, ...recovery });
  },
);

faultTest(
  'restarts one after the other refuse no request, and every process ends in time',
  async ({ fleet, customer }) => {
    const rounds = times(1, 50);
    const [rolled] = await Promise.all([rollFleet(fleet, rounds), customer.ingest(documents)]);
    const recovery = await checkFleet(fleet, customer);
    report('15', `rolling restart of gateway and embedder, ${rounds} times`, { ...rolled, ...recovery });
    expect(rolled.refused).toBe(0);
    expect(rolled.cut).toBe(0);
  },
);

faultTest(
  'a caller that pages while others write receives once what existed all the time',
  async ({ fleet, customer }) => {
    await customer.ingest(2 * documents);
    const before = [...customer.documents.values()].filter(({ namespaceId }) => namespaceId === 'local');
    const seen = await pageThrough(fleet, 'local', async () => {
      await customer.ingest(2);
      await customer.change(0.02);
    });
    const owned = new Set([...customer.documents.values()].map(({ id }) => id));
    const there = before.filter(({ id }) => owned.has(id));
    expect(new Set(seen).size).toBe(seen.length);
    expect(there.filter(({ id }) => !seen.includes(id))).toEqual([]);
    report('35', 'paging under writes', {
      pages: Math.ceil(seen.length / 10),
      documentsThroughout: there.length,
      missed: 0,
    });
  },
);

/** One of two embedders stands still for longer than its leases and locks last, and then goes on with what others have taken over. */
async function stopEmbedder(fleet: FaultFleet, forMs: number): Promise<void> {
  const [zombie] = fleet.services.processes().get('embedder') ?? [];
  if (!zombie) throw new Error('no embedder runs');
  const other = await fleet.services.start('embedder');
  process.kill(zombie.pid, 'SIGSTOP');
  await pause(forMs);
  process.kill(zombie.pid, 'SIGCONT');
  // It has time to try what it was about to do.
  await pause(2_000);
  await other.stop();
}

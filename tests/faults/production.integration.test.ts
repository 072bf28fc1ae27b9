import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually, runWhere } from '@docfleet/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { checkFleet, type Recovery } from './check-fleet.ts';
import { type Customer, createCustomer } from './customer.ts';
import { type FaultFleet, startFaultFleet } from './fault-fleet.ts';
import { faultTest } from './fault-test.ts';
import { isLong, seed, soakMinutes, times } from './form.ts';
import { report } from './report.ts';
import { abortTransactions } from './scenarios/abort-transactions.ts';
import { breakVendors } from './scenarios/break-vendors.ts';
import { exhaustHandles } from './scenarios/exhaust-handles.ts';
import { killRedis, loseRedis, pauseRedis, withFullRedis } from './scenarios/hurt-redis.ts';
import { killCrawl } from './scenarios/kill-crawl.ts';
import { killEverything, killServices } from './scenarios/kill-services.ts';
import { pageThrough } from './scenarios/page-through.ts';
import { poisonEmbedder } from './scenarios/poison.ts';
import { restoreBackup } from './scenarios/restore-backup.ts';
import { rollFleet } from './scenarios/roll.ts';
import { soak } from './scenarios/soak.ts';
import { stopEmbedder } from './scenarios/stop-embedder.ts';

const minute = 60_000;
const documents = times(30, 100);

const testLong = runWhere(test, isLong, 'what takes minutes is left to npm run test:faults');
const testLimits = runWhere(
  test,
  isLong && existsSync('/usr/bin/prlimit'),
  'processes are left without handles in the long form, by prlimit of util-linux',
);

let fleet: FaultFleet;
let customer: Customer;

beforeAll(async () => {
  fleet = await startFaultFleet();
  customer = createCustomer(fleet, seed);
}, 10 * minute);
beforeEach(async () => {
  customer.slowestMs = 0;
  await customer.keep(documents);
}, minute);
afterAll(async () => {
  await fleet?.stop();
}, minute);

/** Hurts the fleet while documents come and go, so often, and lets it come to rest each time; gives the recovery that took longest. */
async function survive(rounds: number, hurt: (round: number) => Promise<unknown>): Promise<Recovery> {
  let slowest: Recovery | undefined;
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all([customer.keep(documents), customer.ingest(documents), hurt(round)]);
    const recovery = await checkFleet(fleet, customer);
    if (!slowest || recovery.consistentAfterMs > slowest.consistentAfterMs) slowest = recovery;
  }
  if (!slowest) throw new Error('there was no round');
  return slowest;
}

faultTest(
  'services that are killed at random moments of the load lose, double and orphan nothing',
  async () => {
    const kills = times(4, 100);
    let killing = true;
    const load = async () => {
      while (killing) {
        await customer.ingest(2 * documents);
        await customer.change(0.2);
      }
    };
    const killAll = async () => {
      const killed = await killServices(fleet, kills, seed);
      killing = false;
      return killed;
    };
    const [killed] = await Promise.all([killAll(), load()]);
    const recovery = await checkFleet(fleet, customer);
    report('1, 2', `kill -9 of a service, ${kills} times`, { ...killed, ...recovery });
  },
);

faultTest('a crawl whose scraper is killed goes on where it was', async () => {
  const pages = times(60, 150);
  const { before, visits } = await killCrawl(fleet, pages);
  report('1', 'kill -9 of the scraper in a crawl', { pages, visitsBefore: before, visits });
  // Again only what was under way, or not written down yet: two batches at most.
  expect(visits).toBeLessThanOrEqual(pages + 96);
});

faultTest(
  'everything that is killed at once, PostgreSQL and Redis too, comes back with nothing lost or doubled',
  async () => {
    const rounds = times(1, 20);
    const slowest = await survive(rounds, (round) => killEverything(fleet, 300 + 97 * round));
    report('3', `kill -9 of everything at once, ${rounds} times; the slowest`, { ...slowest });
  },
);

faultTest('a Redis that is killed, or comes back empty, costs no work', async () => {
  // In the short form it was killed above, with everything else.
  const rounds = times(0, 20);
  if (rounds > 0) {
    const killed = await survive(rounds, (round) => pause(200 + 50 * round).then(() => killRedis(fleet)));
    report('4', `kill -9 of Redis, ${rounds} times; the slowest`, {
      ...killed,
      slowestRequestMs: customer.slowestMs,
    });
  }
  const losses = times(1, 5);
  const lost = await survive(losses, async () => {
    await customer.change(0.2);
    await loseRedis(fleet);
  });
  report('4', `Redis comes back on an empty volume, ${losses} times; the slowest`, { ...lost });
});

faultTest(
  'while Redis does not answer, or is full, texts are accepted, and embedded afterwards',
  async () => {
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

faultTest('a PostgreSQL that is killed, or away for a while, loses nothing that was accepted', async () => {
  const rounds = times(1, 20);
  const killed = await survive(rounds, () => pause(400).then(() => fleet.postgres.signal('SIGKILL')));
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
});

faultTest(
  'transactions that are aborted are done again, and have one effect',
  async () => {
    let aborted = 0;
    const recovery = await survive(1, async () => {
      const [count] = await Promise.all([abortTransactions(fleet, 100), customer.ingest(4 * documents)]);
      aborted = count;
    });
    report('8', 'PostgreSQL ends sessions in the middle of their transactions', { aborted, ...recovery });
    expect(aborted).toBe(100);
  },
  testLong,
);

faultTest(
  'a standby that takes the place of a PostgreSQL that died has all that was accepted',
  async () => {
    await fleet.postgres.addStandby();
    let tookMs = 0;
    const recovery = await survive(1, async () => {
      await pause(500);
      const startedAt = Date.now();
      await fleet.postgres.failOver();
      tookMs = Date.now() - startedAt;
    });
    report('8', 'PostgreSQL fails over to a standby', {
      tookMs,
      ...recovery,
      slowestRequestMs: customer.slowestMs,
    });
  },
  testLong,
);

for (const service of ['gateway', 'embedder'] as const)
  faultTest(
    `when the ${service} can open neither file nor connection, nothing is lost`,
    async () => {
      const recovery = await survive(2, () => exhaustHandles(fleet, service, 20_000));
      report('20', `the ${service} has no file handles for 20 s, twice; the slowest`, { ...recovery });
    },
    testLimits,
  );

faultTest('a worker that stands still for longer than its leases does no harm when it goes on', async () => {
  const rounds = times(1, 5);
  const slowest = await survive(rounds, () => stopEmbedder(fleet, times(12_000, 31_000)));
  report('9', `an embedder stands still for ${times(12, 31)} s, ${rounds} times; the slowest`, {
    ...slowest,
  });
});

faultTest(
  'on vendors that break 30 % of all requests, and answer with vectors that are none, every document succeeds',
  async () => {
    const { load, mend } = breakVendors(fleet, seed, isLong ? [2, 30] : []);
    await customer.ingest(2 * documents);
    const recovery = await checkFleet(fleet, customer);
    mend();
    report('11, 12, 13', 'vendors break 30 % of all requests', { ...load, ...recovery });
  },
);

faultTest('restarts one after the other refuse no request, and every process ends in time', async () => {
  const rounds = times(1, 50);
  const [rolled] = await Promise.all([rollFleet(fleet, rounds), customer.ingest(documents)]);
  const recovery = await checkFleet(fleet, customer);
  report('15', `rolling restart of gateway and embedder, ${rounds} times`, { ...rolled, ...recovery });
  expect(rolled.refused).toBe(0);
  expect(rolled.cut).toBe(0);
});

faultTest('whoever pages while others write sees once what was there all the time', async () => {
  const there = [...customer.documents.values()].filter(({ namespaceId }) => namespaceId === 'local');
  const seen = await pageThrough(fleet, 'local', () => customer.ingest(2));
  expect(new Set(seen).size).toBe(seen.length);
  expect(there.filter(({ id }) => !seen.includes(id))).toEqual([]);
  report('35', 'paging under writes', {
    pages: Math.ceil(seen.length / 10),
    documents: there.length,
    missed: 0,
  });
});

faultTest(
  'a document that ends its worker again and again is given up, and others are not',
  async () => {
    await customer.ingest(documents);
    const poisoned = await poisonEmbedder(fleet);
    const recovery = await checkFleet(fleet, customer);
    report('10', 'a document that kills its worker', { ...poisoned, ...recovery });
  },
  testLong,
);

faultTest(
  'memory, handles and queues stay bounded under mixed load',
  async () => {
    const figures = await soak(fleet, customer, soakMinutes);
    const recovery = await checkFleet(fleet, customer);
    report('38', 'mixed load', { ...figures, ...recovery });
  },
  testLong,
);

faultTest(
  'a database of before, beside newer stores, is brought in order by the doctor',
  async () => {
    const restored = await restoreBackup(fleet, async () => {
      await customer.ingest(documents);
      await customer.change(0.3);
      await checkFleet(fleet, customer);
    });
    report('37', 'a backup is restored beside newer stores', { ...restored });
    expect(restored.found).toBeGreaterThan(0);
  },
  testLong,
);

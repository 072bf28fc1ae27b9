import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { runWhere } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { checkFleet } from './check-fleet.ts';
import type { FaultFleet } from './fault-fleet.ts';
import { testLong } from './fault-test.ts';
import { isLong, soakMinutes } from './form.ts';
import { report } from './report.ts';
import { exhaustHandles } from './scenarios/exhaust-handles.ts';
import { killRedis } from './scenarios/hurt-redis.ts';
import { poisonEmbedder } from './scenarios/poison.ts';
import { restoreBackup } from './scenarios/restore-backup.ts';
import { soak } from './scenarios/soak.ts';
import { documents, setUpFleet } from './set-up-fleet.ts';

const testLimits = runWhere(
  test,
  isLong && existsSync('/usr/bin/prlimit'),
  'processes are left without handles in the long form, by prlimit of util-linux',
);
const faultTest = setUpFleet(testLong);
const aborted = 100;

for (const service of ['gateway', 'embedder'] as const)
  faultTest(
    `when the ${service} can open neither file nor connection, nothing is lost`,
    async ({ fleet, survive }) => {
      const recovery = await survive(2, () => exhaustHandles(fleet, service, 20_000));
      report('20', `the ${service} has no file handles for 20 s, twice; the slowest`, { ...recovery });
    },
    testLimits,
  );

// In the short form it is killed with everything else.
faultTest('a Redis that is killed costs no work', async ({ fleet, customer, survive }) => {
  const rounds = 20;
  const killed = await survive(rounds, (round) => pause(200 + 50 * round).then(() => killRedis(fleet)));
  report('4', `kill -9 of Redis, ${rounds} times; the slowest`, {
    ...killed,
    slowestRequestMs: customer.slowestMs,
  });
});

faultTest(
  'transactions that are aborted are done again, and have one effect',
  async ({ fleet, customer, survive }) => {
    let aborting = true;
    const load = async () => {
      while (aborting) await customer.ingest(documents);
    };
    const abort = async () => {
      await abortTransactions(fleet, aborted).finally(() => {
        aborting = false;
      });
    };
    const recovery = await survive(1, () => Promise.all([abort(), load()]));
    report('8', 'PostgreSQL ends sessions in the middle of their transactions', { aborted, ...recovery });
  },
);

faultTest(
  'a standby that takes the place of a PostgreSQL that died has all that was accepted',
  async ({ fleet, customer, survive }) => {
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
);

faultTest(
  'a document that ends its worker again and again fails, and others do not',
  async ({ fleet, customer }) => {
    await customer.ingest(documents);
    const poisoned = await poisonEmbedder(fleet);
    const recovery = await checkFleet(fleet, customer);
    report('10', 'a document that kills its worker', { ...poisoned, ...recovery });
  },
);

faultTest('memory, handles and queues stay bounded under mixed load', async ({ fleet, customer }) => {
  const figures = await soak(fleet, customer, soakMinutes);
  const recovery = await checkFleet(fleet, customer);
  report('38', 'mixed load', { ...figures, ...recovery });
  expect(figures.largestShareOfLimit).toBeLessThan(1);
  // One that is left behind in every second round would be seen.
  expect(figures.handleSlopePerMinute).toBeLessThan(figures.rounds / figures.minutes / 2);
});

faultTest(
  'a database of before, beside newer stores, is brought in order by the doctor',
  async ({ fleet, customer }) => {
    const restored = await restoreBackup(fleet, async () => {
      await customer.ingest(documents);
      await customer.change(0.3);
      await checkFleet(fleet, customer);
    });
    report('37', 'a backup is restored beside newer stores', { ...restored });
    expect(restored.found).toBeGreaterThan(0);
  },
);

const betweenMs = 100;
const waitTimeoutMs = 120_000;

/** Makes PostgreSQL terminate `count` sessions in the middle of their transactions. */
async function abortTransactions({ database }: FaultFleet, count: number): Promise<void> {
  const deadline = Date.now() + waitTimeoutMs;
  let aborted = 0;
  while (aborted < count) {
    if (Date.now() > deadline) throw new Error(`no more than ${aborted} transactions were met`);
    await pause(betweenMs);
    const rows = await database.$queryRaw<{ ended: boolean }[]>`
      SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity
       WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND backend_xid IS NOT NULL
       ORDER BY random() LIMIT 1`;
    aborted += rows.length;
  }
}

import { existsSync } from 'node:fs';
import { runWhere } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { checkFleet } from './check-fleet.ts';
import { testLong } from './fault-test.ts';
import { isLong, seed, soakMinutes, times } from './form.ts';
import { report } from './report.ts';
import { breakVendors } from './scenarios/break-vendors.ts';
import { exhaustHandles } from './scenarios/exhaust-handles.ts';
import { pauseRedis, withFullRedis } from './scenarios/hurt-redis.ts';
import { pageThrough } from './scenarios/page-through.ts';
import { poisonEmbedder } from './scenarios/poison.ts';
import { rollFleet } from './scenarios/roll.ts';
import { soak } from './scenarios/soak.ts';
import { stopEmbedder } from './scenarios/stop-embedder.ts';
import { documents, setUpFleet } from './set-up-fleet.ts';

const testLimits = runWhere(
  test,
  isLong && existsSync('/usr/bin/prlimit'),
  'processes are left without handles in the long form, by prlimit of util-linux',
);
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

for (const service of ['gateway', 'embedder'] as const)
  faultTest(
    `when the ${service} can open neither file nor connection, nothing is lost`,
    async ({ fleet, survive }) => {
      const recovery = await survive(2, () => exhaustHandles(fleet, service, 20_000));
      report('20', `the ${service} has no file handles for 20 s, twice; the slowest`, { ...recovery });
    },
    testLimits,
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
    const { load, mend } = breakVendors(fleet, seed, isLong ? [2, 30] : []);
    await customer.ingest(2 * documents);
    const recovery = await checkFleet(fleet, customer);
    mend();
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
  'whoever pages while others write sees once what was there all the time',
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

faultTest(
  'a document that ends its worker again and again is given up, and others are not',
  async ({ fleet, customer }) => {
    await customer.ingest(documents);
    const poisoned = await poisonEmbedder(fleet);
    const recovery = await checkFleet(fleet, customer);
    report('10', 'a document that kills its worker', { ...poisoned, ...recovery });
  },
  testLong,
);

faultTest(
  'memory, handles and queues stay bounded under mixed load',
  async ({ fleet, customer }) => {
    const figures = await soak(fleet, customer, soakMinutes);
    const recovery = await checkFleet(fleet, customer);
    report('38', 'mixed load', { ...figures, ...recovery });
    expect(figures.largestShareOfLimit).toBeLessThan(1);
    // One that is left behind in every second round would be seen.
    expect(figures.handleSlopePerMinute).toBeLessThan(figures.rounds / figures.minutes / 2);
  },
  testLong,
);

import { setTimeout as pause } from 'node:timers/promises';
import { createApiClient, runWhere } from '@docfleet/testing';
import { afterAll, expect, test } from '@jest/globals';
import { type Balancer, startBalancer } from './balancer.ts';
import { checkFleet } from './check-fleet.ts';
import { migrateFrom, thisCheckout } from './checkout.ts';
import { type Customer, createCustomer } from './customer.ts';
import { type FaultFleet, startFaultFleet } from './fault-fleet.ts';
import { previousCheckout, seed, times } from './form.ts';
import { type Read, startReaders } from './readers.ts';
import { type Figures, report } from './report.ts';
import { replaceServices } from './scenarios/replace-services.ts';

const minute = 60_000;
/** For how long both versions of each service run. */
const sideBySideMs = times(3_000, 15_000);

let fleet: FaultFleet | undefined;
let balancer: Balancer | undefined;
afterAll(async () => {
  await balancer?.close();
  await fleet?.stop();
}, minute);

/** The fleet as those see it who come through the balancer. */
function behind({ url }: Balancer, started: FaultFleet): FaultFleet {
  const services = { ...started.services, url };
  return { ...started, services, api: createApiClient(services) };
}

/** Has a customer and readers at work for as long as something is done to the fleet; returns their responses. */
async function underLoad<Result extends Figures>(
  fleet: FaultFleet,
  customer: Customer,
  act: () => Promise<Result>,
) {
  let working = true;
  customer.slowestMs = 0;
  const writes = async () => {
    while (working) {
      await customer.ingest(4);
      await customer.change(0.05);
      await pause(500);
    }
  };
  const readers = startReaders(fleet.api);
  const acting = act().finally(() => {
    working = false;
  });
  let read: Read;
  try {
    await Promise.all([acting, writes()]);
  } finally {
    read = await readers.stop();
  }
  // A client repeats what was one request too many: a busy machine reaches the limit of expensive requests under way with either version.
  const { RATE_LIMIT_EXCEEDED: tooMany = 0, ...refusals } = customer.refusals;
  expect({ ...refusals, refused: read.refused }).toEqual({ refused: 0 });
  return { ...(await acting), ...read, tooMany, slowestWriteMs: customer.slowestMs };
}

const testUpgrade = runWhere(
  test,
  previousCheckout !== undefined,
  'two versions side by side need PREVIOUS_CHECKOUT, the folder of an installed checkout of the version before',
);

testUpgrade(
  'this version takes the place of the one before, and hands it back, and no request is refused',
  async () => {
    const previous = previousCheckout as string;
    const started = await startFaultFleet(previous);
    fleet = started;
    const gateways = await startBalancer();
    balancer = gateways;
    gateways.upstreams.add(started.services.url);
    const seen = behind(gateways, started);
    const customer = createCustomer(seen, seed);

    const migrated = await underLoad(seen, customer, async () => {
      await pause(sideBySideMs);
      const startedAt = Date.now();
      await migrateFrom(thisCheckout, started.postgres.url);
      const tookMs = Date.now() - startedAt;
      await pause(sideBySideMs);
      return { tookMs };
    });
    report('36', 'migrations of N while N−1 works', migrated);

    for (const [what, checkout] of [
      ['N in the place of N−1', thisCheckout],
      ['N−1 in the place of N again', previous],
    ] as const) {
      const rolled = await underLoad(seen, customer, async () => {
        const slowestExitMs = await replaceServices(seen, { balancer: gateways, checkout, sideBySideMs });
        await pause(sideBySideMs);
        return { slowestExitMs };
      });
      const recovery = await checkFleet(seen, customer);
      report('36', what, { ...rolled, ...recovery });
    }
  },
  30 * minute,
);

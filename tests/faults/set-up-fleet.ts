import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { checkFleet, type Recovery } from './check-fleet.ts';
import { type Customer, createCustomer } from './customer.ts';
import { type FaultFleet, startFaultFleet } from './fault-fleet.ts';
import { faultTest, type Run } from './fault-test.ts';
import { seed, times } from './form.ts';

const minute = 60_000;
/** Number of documents there are when a fault begins, and how many come during it. */
export const documents: number = times(30, 100);

/** The fleet that the tests of a file hurt one after the other, and its customer. */
interface HurtFleet {
  readonly fleet: FaultFleet;
  readonly customer: Customer;
  /** Hurts the fleet while documents come, so often, and waits until it rests each time; returns the recovery that took longest. */
  survive(rounds: number, hurt: (round: number) => Promise<unknown>): Promise<Recovery>;
}

function openWorld(fleet: FaultFleet): HurtFleet {
  const customer = createCustomer(fleet, seed);
  return {
    fleet,
    customer,
    async survive(rounds, hurt) {
      const recoveries: Recovery[] = [];
      for (let round = 0; round < rounds; round += 1) {
        await customer.keep(documents);
        await Promise.all([customer.ingest(documents), hurt(round)]);
        recoveries.push(await checkFleet(fleet, customer));
      }
      const slowest = recoveries.toSorted((one, other) => one.consistentAfterMs - other.consistentAfterMs);
      return slowest.at(-1) as Recovery;
    },
  };
}

/** Starts a fleet before the tests of this file and stops it after them; returns the function that declares a test. `usually` runs each test that names no other way. */
export function setUpFleet(usually?: Run) {
  let world: HurtFleet;
  let fleet: FaultFleet | undefined;
  beforeAll(async () => {
    fleet = await startFaultFleet();
    world = openWorld(fleet);
  }, 10 * minute);
  beforeEach(async () => {
    world.customer.slowestMs = 0;
    await world.customer.keep(documents);
  }, 10 * minute);
  afterAll(async () => {
    await fleet?.stop();
  }, minute);
  return (name: string, prove: (world: HurtFleet) => Promise<void>, run = usually): void =>
    faultTest(name, () => prove(world), run);
}

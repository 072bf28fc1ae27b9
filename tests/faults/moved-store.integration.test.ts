import { expect } from '@jest/globals';
import { checkFleet } from './check-fleet.ts';
import { seed, times } from './form.ts';
import { startReaders } from './readers.ts';
import { report } from './report.ts';
import { killWhileMoving } from './scenarios/move-store.ts';
import { setUpFleet } from './set-up-fleet.ts';

const faultTest = setUpFleet();

faultTest(
  'workers that are killed while vectors go to another store leave each chunk one vector, which is not paid for again',
  async ({ fleet, customer }) => {
    const kills = times(4, 40);
    await customer.ingest(times(200, 1_000));
    await checkFleet(fleet, customer);
    const { inputs } = fleet.vendors.openai.served;
    const readers = startReaders(fleet.api);
    const killed = await killWhileMoving(fleet, kills, seed);
    const { refused } = await readers.stop();
    const { consistentAfterMs } = await checkFleet(fleet, customer);
    report('16', `kill -9 of embedder and scheduler while vectors move, ${kills} times`, {
      ...killed,
      consistentAfterMs,
    });
    expect([fleet.vendors.openai.served.inputs - inputs, refused]).toEqual([0, 0]);
  },
);

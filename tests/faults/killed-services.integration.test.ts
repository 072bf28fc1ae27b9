import { expect } from '@jest/globals';
import { checkFleet } from './check-fleet.ts';
import { seed, times } from './form.ts';
import { startReaders } from './readers.ts';
import { report } from './report.ts';
import { killCrawl } from './scenarios/kill-crawl.ts';
import { killServices } from './scenarios/kill-services.ts';
import { documents, setUpFleet } from './set-up-fleet.ts';

const faultTest = setUpFleet();

faultTest(
  'services that are killed at random moments of the load lose, double and orphan nothing',
  async ({ fleet, customer }) => {
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
    const readers = startReaders(fleet.api);
    const [killed] = await Promise.all([killAll(), load()]);
    await readers.stop();
    const recovery = await checkFleet(fleet, customer);
    report('1, 2', `kill -9 of a service, ${kills} times`, { ...killed, ...recovery });
  },
);

faultTest('a crawl whose scraper is killed goes on where it was', async ({ fleet }) => {
  const pages = times(60, 150);
  const { before, visits } = await killCrawl(fleet, pages);
  report('1', 'kill -9 of the scraper in a crawl', { pages, visitsBefore: before, visits });
  // Again only what was under way, or not written down yet: two batches at most.
  expect(visits).toBeLessThanOrEqual(pages + 96);
});

import { eventually, runWhere, startProgram } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createNamespace, ingestText, search, waitForRun } from '../documents.ts';
import { type AttackedFleet, startAttackedFleet } from './attacked-fleet.ts';

/** Times say something on a machine that does nothing else: NEIGHBOR_SECONDS=120 there. */
const seconds = Number(process.env['NEIGHBOR_SECONDS'] ?? 0);
const whereIdle = runWhere(
  test,
  seconds > 0,
  'NEIGHBOR_SECONDS is not set: it measures times, on an idle machine',
);
/** Times of an idle fleet are a few milliseconds, of which thrice is nothing on two busy cores. */
const floorMs = { search: 500, ingest: 3_000 };

let attacked: AttackedFleet;

beforeAll(async () => {
  if (seconds === 0) return;
  attacked = await startAttackedFleet(JSON.parse(process.env['NEIGHBOR_FLEET'] ?? '{}'));
  for (const { api } of [attacked.attacker, attacked.neighbor]) await createNamespace(api, 'own');
}, 240_000);
afterAll(() => attacked?.fleet.remove());

const shareOf = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(share * (times.length - 1))] ?? 0;
const p99 = (times: readonly number[]) => shareOf(times, 0.99);

/** The neighbor's searches and ingests, one after the other, until the time is over. */
async function measure(durationMs: number) {
  const { api } = attacked.neighbor;
  const [searches, ingests]: [number[], number[]] = [[], []];
  for (const until = Date.now() + durationMs; Date.now() < until; ) {
    let startedAt = performance.now();
    await search(api, 'own', 'heron');
    searches.push(performance.now() - startedAt);
    startedAt = performance.now();
    const { ingestJobRunId } = await ingestText(api, 'own', `The heron stands at pond ${startedAt}.`);
    await waitForRun(api, 'own', ingestJobRunId, 60_000);
    ingests.push(performance.now() - startedAt);
  }
  const medians = { searchMedian: shareOf(searches, 0.5), ingestMedian: shareOf(ingests, 0.5) };
  const requests = searches.length + 2 * ingests.length;
  return { search: p99(searches), ingest: p99(ingests), ...medians, requests };
}

whereIdle(
  `a customer who does the worst that he may for ${seconds} s slows another down by a factor of three at most`,
  async () => {
    await measure(2_000);
    const idle = await measure(Math.min(10_000, seconds * 500));
    const { fleet, attacker } = attacked;
    const parameters = [fleet.url, attacker.apiKey, process.env['NEIGHBOR_ATTACKS'] ?? ''];
    const attack = startProgram('tests/e2e/attacks/attacker.fixture.ts', {}, { parameters });
    await eventually(() => expect(attack.printed()).toBe('The webhook was answered with 201\n'), 20_000);
    const busy = await measure(seconds * 1_000);
    await attack.stop();
    const statuses = attack.printed().trim().split('\n').at(-1);
    const rounded = (times: object) =>
      JSON.stringify(times, (_, value) => (typeof value === 'number' ? Math.round(value) : value));
    process.stdout.write(
      `p99 in ms: idle ${rounded(idle)}, under attack ${rounded(busy)}; the attacker received ${statuses}\n`,
    );
    expect(busy.search).toBeLessThan(Math.max(3 * idle.search, floorMs.search));
    expect(busy.ingest).toBeLessThan(Math.max(3 * idle.ingest, floorMs.ingest));
  },
  300_000,
);

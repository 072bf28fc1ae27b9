import { randomInt } from 'node:crypto';
import { readConfig } from '@docfleet/runtime/config';
import { z } from 'zod';

/** Numbers in [0, 1) that are the same for the same seed (mulberry32). */
export function createSeededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const settings = z.object({
  SEED: z.coerce
    .number()
    .int()
    .default(() => randomInt(1_000_000_000)),
  TEST_CASES: z.enum(['some', 'all']).default('some'),
});
const mostUsually = 100;

/** What random choices of tests start from: SEED, which `npm test` prints, or another one for each run. */
export const testSeed = (): number => readConfig(settings).SEED;

/** Of so many cases, how many are tried: all in `npm run test:long`; in every other run 100 at most, or as many as the second argument says. */
export const casesOf = (fullCount: number, usually: number = mostUsually): number =>
  readConfig(settings).TEST_CASES === 'all' ? fullCount : Math.min(fullCount, usually);

/** Parameters of fast-check for a property that is tried with so many cases at length. */
export const propertyRuns = (fullCount: number): { numRuns: number; seed: number } => ({
  numRuns: casesOf(fullCount),
  seed: testSeed(),
});

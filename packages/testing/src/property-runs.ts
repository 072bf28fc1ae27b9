import { randomInt } from 'node:crypto';
import { readConfig } from '@docfleet/runtime/config';
import { z } from 'zod';

/** Returns a generator of numbers in [0, 1) that repeats for equal seeds (mulberry32). */
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
const defaultCases = 100;

/** Returns the seed of random choices in tests: SEED, which `npm test` prints, or a new one for each run. */
export const testSeed = (): number => readConfig(settings).SEED;

/** Returns how many of `fullCount` cases to try: all in `npm run test:long`, else at most `usually` (default 100). */
export const casesOf = (fullCount: number, usually: number = defaultCases): number =>
  readConfig(settings).TEST_CASES === 'all' ? fullCount : Math.min(fullCount, usually);

/** Returns parameters of fast-check for a property with `fullCount` cases in `npm run test:long`. */
export const propertyRuns = (fullCount: number): { numRuns: number; seed: number } => ({
  numRuns: casesOf(fullCount),
  seed: testSeed(),
});

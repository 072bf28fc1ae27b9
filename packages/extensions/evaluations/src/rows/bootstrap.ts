/** A mean with the interval in which it lies with 95 % confidence. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

const resamples = 2_000;
const confidence = 0.95;

/** Numbers from 0 up to 1 in a sequence that the seed determines: mulberry32, a 32-bit counter with a mixing function. */
function createRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * The mean of values, one for each question, with its percentile bootstrap interval (Efron and Tibshirani 1993, chapter 13): the questions are
 * drawn anew with replacement 2,000 times, and the interval leaves out 2.5 % of the means at each end. Of the differences between two
 * evaluations it is the paired bootstrap (Sakai 2006). Undefined without values.
 */
export function bootstrapMean(values: readonly number[], seed: number): Estimate | undefined {
  if (values.length === 0) return undefined;
  const random = createRandom(seed);
  const means = new Float64Array(resamples);
  for (let sample = 0; sample < resamples; sample += 1) {
    let sum = 0;
    for (let draw = 0; draw < values.length; draw += 1)
      sum += values[Math.floor(random() * values.length)] ?? 0;
    means[sample] = sum / values.length;
  }
  means.sort();
  const tail = (1 - confidence) / 2;
  const at = (share: number) =>
    means[Math.min(resamples - 1, Math.max(0, Math.round(share * (resamples - 1))))] ?? 0;
  return { value: meanOf(values), low: at(tail), high: at(1 - tail) };
}

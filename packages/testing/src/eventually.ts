import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats an assertion until it holds; rethrows its last failure at the deadline (milliseconds, 20,000 by default: time enough on a busy machine). */
export async function eventually<Result>(
  assertion: () => Result | Promise<Result>,
  withinMs = 20_000,
): Promise<Result> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(25);
    }
  }
}

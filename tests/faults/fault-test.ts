import { runWhere } from '@docfleet/testing';
import { test } from '@jest/globals';
import { isLong, times } from './form.ts';

const minute = 60_000;
const waitTimeoutMs = times(10 * minute, 40 * minute);

export type Run = (name: string, prove: () => Promise<void>, timeoutMs: number) => void;

/** For what takes minutes. */
export const testLong: Run = runWhere(test, isLong, 'what takes minutes is left to npm run test:faults');

/** A test of a fault that says at once why it failed and how long it took: jest reports only when the last of them is over. */
export function faultTest(name: string, prove: () => Promise<void>, run: Run = test): void {
  run(
    name,
    async () => {
      const startedAt = Date.now();
      const print = (outcome: string) =>
        process.stdout.write(
          `  ${outcome} after ${Math.round((Date.now() - startedAt) / 1_000)} s: ${name}\n`,
        );
      try {
        await prove();
        print('passed');
      } catch (error) {
        print('FAILED');
        process.stdout.write(`${error instanceof Error ? error.stack : String(error)}\n`);
        throw error;
      }
    },
    waitTimeoutMs,
  );
}

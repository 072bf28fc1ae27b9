import { setTimeout as sleep } from 'node:timers/promises';
import { isCommitConflict } from './errors.ts';

const attempts = 8;

/** Two processes that write to one table meet now and then: the database asks the loser to try again. Up to eight times, over some seconds. */
export async function retryConflicts<Result>(write: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (attempt === attempts || !isCommitConflict(error)) throw error;
      await sleep(Math.random() * 20 * 2 ** attempt);
    }
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseUnavailable } from '@docfleet/domain';
import type { Logger } from '@docfleet/logging';

const askAgainMs = 2_000;

/** Asks again and again while the database is away, as a service may start before it; any other failure is thrown. */
export async function untilDatabaseAnswers<Result>(
  ask: () => Promise<Result>,
  logger: Logger,
): Promise<Result> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      logger.warn({ error }, 'waiting for the database');
      await sleep(askAgainMs);
    }
  }
}

import type { Database } from '@docfleet/database';
import type { Producer } from '@docfleet/queues';
import type { Logger } from '@docfleet/runtime/logging';
import type { OutboxJob } from './outbox.ts';
import { enqueueJobs } from './relay.ts';

/** Brings committed jobs into their queues soon, without making anyone wait for Redis. */
export interface Dispatcher {
  /** Enqueues in the background; what fails stays in the outbox, and the relay takes it up. */
  dispatch(jobs: readonly OutboxJob[]): void;
  /** Resolves when everything dispatched so far is enqueued or left to the relay. */
  drain(): Promise<void>;
}

/** Jobs of concurrent callers go together: one round trip to Redis and one to the database for all that gathered meanwhile. */
export function createDispatcher(database: Database, producer: Producer, logger: Logger): Dispatcher {
  let waiting: OutboxJob[] = [];
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const jobs = waiting.splice(0, 1_000);
      await enqueueJobs(database, producer, jobs).catch((error: unknown) =>
        logger.warn({ error, jobs: jobs.length }, 'jobs stay in the outbox for the relay'),
      );
    }
    running = undefined;
  }

  return {
    dispatch(jobs) {
      waiting = waiting.concat(jobs);
      // Begins after the current tick, so that jobs of the same moment travel together.
      running ??= Promise.resolve().then(run);
    },
    async drain() {
      await running;
    },
  };
}

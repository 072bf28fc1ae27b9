import { AppError } from '@docfleet/errors';
import type { Logger } from '@docfleet/logging';
import { type Job, UnrecoverableError, Worker } from 'bullmq';
import type { z } from 'zod';
import type { Attempt, Handler } from './attempt.ts';
import { connectWorker, defaultPrefix, type QueueConnection } from './connection.ts';
import type { QueueDefinition } from './define-queue.ts';
import { createFairShare } from './fair-share.ts';
import { retryDelay } from './retry-policy.ts';
import { runJob } from './run-job.ts';

export interface WorkerOptions {
  readonly connection: QueueConnection;
  readonly concurrency: number;
  readonly logger: Logger;
  /** Called when an attempt at a job has ended, whatever came of it. */
  readonly onAttempt?: ((attempt: Attempt) => void) | undefined;
}

export interface RunningWorker {
  /** Takes no more jobs, gives running ones a while, then aborts and hands them back. */
  close(): Promise<void>;
}

/** A killed worker's job is taken up by another within the two together. */
const lockDurationMs = 10_000;
const stalledCheckMs = 5_000;
/** Rows count crashes, where what is to blame can be told apart; the queue never gives up a job for them. */
const maximumStalls = 1_000_000;
const drainPatienceMs = 10_000;
/**
 * Jobs that are taken out of the queue beyond those that are worked on. They may wait for their owner's share: were they many, the
 * next owner's first job would lie in the queue meanwhile, and hundreds a second would go round through Redis.
 */
const spareJobs = 8;

const errorOf = (cause: unknown): AppError =>
  cause instanceof UnrecoverableError ? AppError.from(cause.cause) : AppError.from(cause);

/** Works a queue: parses payloads, divides its slots among owners, retries by the kind of the error, gives up once. */
export function startWorker<Schema extends z.ZodType>(
  queue: QueueDefinition<Schema>,
  handler: Handler<z.output<Schema>>,
  { connection, concurrency, logger, onAttempt }: WorkerOptions,
): RunningWorker {
  const redis = connectWorker(connection);
  const share = createFairShare(concurrency);
  const inTurn: typeof handler = {
    ...handler,
    handle(payload, signal) {
      const owner = queue.owner?.(payload);
      if (owner === undefined) return handler.handle(payload, signal);
      return share.take(owner, () => {
        fetchAhead();
        return handler.handle(payload, signal);
      });
    },
  };
  const stopping = new AbortController();

  const process = (job: Job) =>
    runJob(queue, inTurn, { job, slots: concurrency, signal: stopping.signal, logger, onAttempt });

  const worker = new Worker(queue.name, process, {
    connection: redis,
    prefix: connection.prefix ?? defaultPrefix,
    concurrency,
    lockDuration: lockDurationMs,
    stalledInterval: stalledCheckMs,
    maxStalledCount: maximumStalls,
    settings: { backoffStrategy: (tries, _type, error) => retryDelay(errorOf(error), tries) },
  });
  function fetchAhead() {
    worker.concurrency = Math.min(concurrency, share.inUse() + spareJobs);
  }
  if (queue.owner) fetchAhead();
  worker.on('error', (error) =>
    logger.warn({ error, queue: queue.name }, 'worker lost its queue for a moment'),
  );

  return {
    async close() {
      const patience = setTimeout(
        () => stopping.abort(new AppError('SERVICE_UNAVAILABLE', 'The worker is stopping')),
        drainPatienceMs,
      );
      await worker.close();
      clearTimeout(patience);
      redis.disconnect();
    },
  };
}

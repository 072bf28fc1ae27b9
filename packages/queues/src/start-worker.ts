import { AppError } from '@docfleet/errors';
import type { RedisClient } from '@docfleet/redis/connection';
import type { Logger } from '@docfleet/runtime/logging';
import { type Job, UnrecoverableError, Worker } from 'bullmq';
import type { z } from 'zod';
import type { Attempt, FailureOf, Handler } from './attempt.ts';
import { connectWorker, prefixesOf, type QueueConnection } from './connection.ts';
import type { QueueDefinition } from './define-queue.ts';
import { createFairShare } from './fair-share.ts';
import { retryDelay } from './retry-policy.ts';
import { runJob } from './run-job.ts';

export interface WorkerOptions {
  readonly connection: QueueConnection;
  readonly concurrency: number;
  readonly logger: Logger;
  /** How long running jobs may continue when the worker is closed, before they are aborted and requeued. */
  readonly drainTimeoutMs?: number;
  /** Called when an attempt at a job has ended, whatever came of it. */
  readonly onAttempt?: ((attempt: Attempt) => void) | undefined;
  /** What anything thrown by a handler means; `AppError.from` by default. */
  readonly failureOf?: FailureOf;
}

export interface RunningWorker {
  /** Accepts no more jobs, waits for running ones for a while, then aborts and requeues them. */
  close(): Promise<void>;
}

/** A killed worker's job is taken up by another within the two together. */
const lockDurationMs = 10_000;
const stalledCheckMs = 5_000;
/** Rows count crashes, where the cause can be distinguished; the queue never fails a job for them. */
const maximumStalls = 1_000_000;
const defaultDrainTimeoutMs = 10_000;
/**
 * Jobs that are taken out of the queue beyond those that are worked on. They may wait for their owner's share: were they many, the
 * next owner's first job would lie in the queue meanwhile, and hundreds a second would go round through Redis.
 */
const spareJobs = 8;

const errorOf = (cause: unknown): AppError =>
  cause instanceof UnrecoverableError ? AppError.from(cause.cause) : AppError.from(cause);

interface Opening extends Pick<WorkerOptions, 'connection' | 'concurrency' | 'logger'> {
  readonly redis: RedisClient;
}

/** One for each shard of the queue; the slots are divided among them, as the jobs are. */
function openWorkers(
  queueName: string,
  process: (job: Job) => Promise<unknown>,
  { redis, connection, concurrency, logger }: Opening,
): readonly Worker[] {
  const prefixes = prefixesOf(connection, queueName);
  return prefixes.map((prefix) => {
    const worker = new Worker(queueName, process, {
      connection: redis,
      prefix,
      concurrency: Math.ceil(concurrency / prefixes.length),
      lockDuration: lockDurationMs,
      stalledInterval: stalledCheckMs,
      maxStalledCount: maximumStalls,
      settings: { backoffStrategy: (tries, _type, error) => retryDelay(errorOf(error), tries) },
    });
    return worker.on('error', (error) =>
      logger.warn({ error, queue: queueName }, 'worker lost its queue for a moment'),
    );
  });
}

/** Works a queue: parses payloads, divides its slots among owners, retries by the kind of the error, and calls `onExhausted` once. */
export function startWorker<Schema extends z.ZodType>(
  queue: QueueDefinition<Schema>,
  handler: Handler<z.output<Schema>>,
  { connection, concurrency, logger, drainTimeoutMs = defaultDrainTimeoutMs, ...options }: WorkerOptions,
): RunningWorker {
  const redis = connectWorker(connection);
  const share = createFairShare(concurrency);
  const inTurn = ({ priority }: Job): typeof handler => ({
    ...handler,
    handle(payload, signal) {
      const owner = queue.owner?.(payload);
      if (owner === undefined) return handler.handle(payload, signal);
      const begin = () => {
        fetchAhead();
        return handler.handle(payload, signal);
      };
      return share.take(owner, begin, priority);
    },
  });
  const stopping = new AbortController();

  const { onAttempt, failureOf = AppError.from } = options;
  const run = { slots: concurrency, signal: stopping.signal, logger, onAttempt, failureOf };
  const process = (job: Job) => runJob(queue, inTurn(job), { job, ...run });

  const workers = openWorkers(queue.name, process, { redis, connection, concurrency, logger });
  function fetchAhead() {
    const ofEach = (slots: number) => Math.ceil(slots / workers.length);
    for (const worker of workers)
      worker.concurrency = Math.min(ofEach(concurrency), ofEach(share.inUse()) + spareJobs);
  }
  if (queue.owner) fetchAhead();

  return {
    async close() {
      const waitTimeout = setTimeout(
        () => stopping.abort(new AppError('SERVICE_UNAVAILABLE', 'The worker is stopping')),
        drainTimeoutMs,
      );
      await Promise.all(workers.map((worker) => worker.close()));
      clearTimeout(waitTimeout);
      redis.disconnect();
    },
  };
}

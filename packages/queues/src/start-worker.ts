import { AppError } from '@docfleet/errors';
import { type Logger, withLogContext } from '@docfleet/logging';
import type { RedisClient } from '@docfleet/redis';
import { DelayedError, type Job, UnrecoverableError, Worker } from 'bullmq';
import type { z } from 'zod';
import { connectWorker, prefixesOf, type QueueConnection } from './connection.ts';
import type { QueueDefinition } from './define-queue.ts';
import { createFairShare } from './fair-share.ts';
import { deservesRetry, postponement, retryDelay } from './retry-policy.ts';

export interface Handler<Payload> {
  /** Does the work; may run twice and die at any line. */
  handle(payload: Payload, signal: AbortSignal): Promise<void>;
  /** Called once when the work will not be tried again. */
  giveUp(payload: Payload, error: AppError): Promise<void>;
}

export interface WorkerOptions {
  readonly connection: QueueConnection;
  readonly concurrency: number;
  readonly logger: Logger;
  /** How long running jobs may go on when the worker is closed, before they are aborted and handed back. */
  readonly drainPatienceMs?: number;
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
const usualDrainPatienceMs = 10_000;
/**
 * Jobs that are taken out of the queue beyond those that are worked on. They may wait for their owner's share: were they many, the
 * next owner's first job would lie in the queue meanwhile, and hundreds a second would go round through Redis.
 */
const spareJobs = 8;

const errorOf = (cause: unknown): AppError =>
  cause instanceof UnrecoverableError ? AppError.from(cause.cause) : AppError.from(cause);

async function attempt<Payload>(
  handler: Handler<Payload>,
  payload: Payload,
  job: Job,
  signal: AbortSignal,
  logger: Logger,
) {
  const startedAt = performance.now();
  try {
    await handler.handle(payload, signal);
    logger.debug({ durationMs: Math.round(performance.now() - startedAt) }, 'job done');
  } catch (cause) {
    const error = AppError.from(cause);
    // A worker that stops hands back what it did not end: another takes it at once, and no attempt is counted.
    const waitMs = signal.aborted ? 0 : postponement(error);
    if (waitMs !== undefined) {
      logger.debug({ error, waitMs }, 'job postponed');
      await job.moveToDelayed(Date.now() + waitMs, job.token);
      throw new DelayedError();
    }
    const tries = job.attemptsMade + 1;
    if (deservesRetry(error, tries)) {
      logger.warn({ error, tries }, 'job will be tried again');
      throw error;
    }
    logger.warn({ error, tries }, 'job given up');
    await handler.giveUp(payload, error);
    throw new UnrecoverableError(`${error.code}: ${error.message}`);
  }
}

interface Opening extends Pick<WorkerOptions, 'connection' | 'concurrency' | 'logger'> {
  readonly redis: RedisClient;
}

/** One for each shard of the queue; the slots are divided among them, as the jobs are. */
function openWorkers(
  queueName: string,
  process: (job: Job) => Promise<void>,
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

/** Works a queue: parses payloads, divides its slots among owners, retries by the kind of the error, gives up once. */
export function startWorker<Schema extends z.ZodType>(
  queue: QueueDefinition<Schema>,
  handler: Handler<z.output<Schema>>,
  { connection, concurrency, logger, drainPatienceMs = usualDrainPatienceMs }: WorkerOptions,
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

  const process = (job: Job) => {
    const { payload, requestId } = job.data as { payload: object; requestId?: string };
    const context = { ...payload, queue: queue.name, jobId: job.id, ...(requestId && { requestId }) };
    return withLogContext(context, () =>
      attempt(inTurn, queue.payload.parse(payload), job, stopping.signal, logger),
    );
  };

  const workers = openWorkers(queue.name, process, { redis, connection, concurrency, logger });
  function fetchAhead() {
    const ofEach = (slots: number) => Math.ceil(slots / workers.length);
    for (const worker of workers)
      worker.concurrency = Math.min(ofEach(concurrency), ofEach(share.inUse()) + spareJobs);
  }
  if (queue.owner) fetchAhead();

  return {
    async close() {
      const patience = setTimeout(
        () => stopping.abort(new AppError('SERVICE_UNAVAILABLE', 'The worker is stopping')),
        drainPatienceMs,
      );
      await Promise.all(workers.map((worker) => worker.close()));
      clearTimeout(patience);
      redis.disconnect();
    },
  };
}

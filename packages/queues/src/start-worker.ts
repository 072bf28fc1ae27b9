import { AppError } from '@docfleet/errors';
import { type Logger, withLogContext } from '@docfleet/logging';
import { DelayedError, type Job, UnrecoverableError, Worker } from 'bullmq';
import type { z } from 'zod';
import { connectWorker, defaultPrefix, type QueueConnection } from './connection.ts';
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
    const waitMs = postponement(error);
    if (waitMs !== undefined) {
      logger.debug({ error, waitMs }, 'job postponed');
      await job.moveToDelayed(Date.now() + waitMs, job.token);
      throw new DelayedError();
    }
    const tries = job.attemptsMade + 1;
    if (deservesRetry(error, tries) || signal.aborted) {
      logger.warn({ error, tries }, 'job will be tried again');
      throw error;
    }
    logger.warn({ error, tries }, 'job given up');
    await handler.giveUp(payload, error);
    throw new UnrecoverableError(`${error.code}: ${error.message}`);
  }
}

/**
 * What a job says, if it says it as this version does. One of another version, which runs beside this one during an upgrade, ends
 * at once: the reconcilers ask again for what rows need, and nothing else stands in their way then.
 */
function readPayload<Schema extends z.ZodType>(
  queue: QueueDefinition<Schema>,
  payload: unknown,
): z.output<Schema> {
  const parsed = queue.payload.safeParse(payload);
  if (parsed.success) return parsed.data;
  throw new UnrecoverableError(`The payload is of another version: ${parsed.error.message}`);
}

/** Works a queue: parses payloads, divides its slots among owners, retries by the kind of the error, gives up once. */
export function startWorker<Schema extends z.ZodType>(
  queue: QueueDefinition<Schema>,
  handler: Handler<z.output<Schema>>,
  { connection, concurrency, logger }: WorkerOptions,
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

  const process = async (job: Job) => {
    const { payload, requestId } = job.data as { payload: object; requestId?: string };
    const known = readPayload(queue, payload);
    const context = { ...payload, queue: queue.name, jobId: job.id, ...(requestId && { requestId }) };
    return withLogContext(context, () => attempt(inTurn, known, job, stopping.signal, logger));
  };

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

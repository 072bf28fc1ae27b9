import { randomUUID } from 'node:crypto';
import { AppError } from '@docfleet/errors';
import type { RedisClient } from '@docfleet/redis/connection';
import { type Owner, withOwner } from '@docfleet/runtime/fairness';
import { createOutageReport, type Logger } from '@docfleet/runtime/logging';
import { Job, UnrecoverableError, Worker } from 'bullmq';
import { z } from 'zod';
import { connectWorker, prefixesOf, type QueueConnection } from './connection.ts';
import { type OwnersOf, type QueueDefinition, retryDelay } from './define-queue.ts';
import { createFairShare } from './fair-share.ts';
import { createJobGate, type JobGate } from './job-gate.ts';
import {
  type Attempt,
  defaultMaxPaidAttempts,
  type FailureOf,
  type Handler,
  runJob,
  waitsForSlot,
} from './run-job.ts';
import { createStandby, type WaitingJobs } from './standby.ts';

/** Jobs that one search reads at the front of the queue, and as many further back: each search goes on where the last one ended. */
const pageSize = 250;

const queuedJob = z.object({ payload: z.unknown() });

interface Page {
  readonly ids: readonly string[];
  readonly isLast: boolean;
}

/** Opens the view of a worker on the jobs of its queue that wait. */
function openWaitingJobs(
  queue: QueueDefinition,
  {
    worker,
    redis,
    keyOf,
    ownersOf,
  }: {
    readonly worker: Worker;
    readonly redis: RedisClient;
    readonly keyOf: (name: string) => string;
    readonly ownersOf: OwnersOf;
  },
): WaitingJobs {
  let position = pageSize;

  /** Jobs without a priority are taken first, from the end of their list. */
  async function readPage(start: number): Promise<Page> {
    const end = start + pageSize;
    const plain = await redis.llen(keyOf('wait'));
    const first = start < plain ? await redis.lrange(keyOf('wait'), -end, -start - 1) : [];
    const ids = first.toReversed();
    if (ids.length < pageSize) {
      const from = Math.max(0, start - plain);
      ids.push(
        ...(await redis.zrange(keyOf('prioritized'), String(from), String(from + pageSize - ids.length - 1))),
      );
    }
    return { ids, isLast: ids.length < pageSize };
  }

  /** Returns jobs with their owners; leaves out jobs that a worker takes meanwhile, and those written by another version. */
  async function findOwners(ids: readonly string[]): Promise<{ id: string; owner: Owner; place: number }[]> {
    const pipeline = redis.pipeline();
    for (const id of ids) pipeline.hmget(keyOf(id), 'data', 'priority');
    const replies = (await pipeline.exec()) ?? [];
    const jobs = ids.flatMap((id, index) => {
      const [data, priority] = (replies[index]?.[1] ?? []) as (string | null)[];
      const { data: job } = queuedJob.safeParse(data ? JSON.parse(data) : undefined);
      const payload = queue.payload.safeParse(job?.payload);
      return payload.success && queue.owner
        ? [{ id, place: Number(priority ?? 0), owned: queue.owner(payload.data) }]
        : [];
    });
    const owners = await ownersOf(jobs.map(({ owned }) => owned));
    return jobs.map(({ id, place }, index) => ({ id, place, owner: owners[index] ?? [] }));
  }

  async function moveToFront(id: string): Promise<boolean> {
    const job = await Job.fromId(worker, id);
    if (!job) return false;
    await job.changePriority({ priority: 0, lifo: true });
    return true;
  }

  return {
    async advance(hasRoom) {
      const front = await readPage(0);
      if (front.ids.length === 0) return 'none';
      const further = front.isLast ? { ids: [], isLast: true } : await readPage(position);
      position = further.isLast ? pageSize : position + pageSize;
      const jobs = await findOwners([...front.ids, ...further.ids]);
      const next = jobs.find(({ owner, place }) => hasRoom(owner, place));
      return next && (await moveToFront(next.id)) ? 'moved' : 'others';
    },
  };
}

export interface WorkerOptions {
  readonly connection: QueueConnection;
  readonly concurrency: number;
  /** Number of jobs that make progress at the same time, when it is lower than the number of slots. */
  readonly parallel?: number;
  readonly logger: Logger;
  /** Time that running jobs may continue when the worker is closed, before they are aborted and requeued, in milliseconds. */
  readonly drainTimeoutMs?: number;
  /** Called when an attempt at a job has ended, with any outcome. */
  readonly onAttempt?: ((attempt: Attempt) => void) | undefined;
  /** Converts what a handler has thrown into a failure; `AppError.from` by default. */
  readonly failureOf?: FailureOf;
  /** Maximum number of attempts at a job that vendors bill without a result; ten by default. */
  readonly maxPaidAttempts?: number;
  /** Finds whose work jobs are; by default each thing is its own owner. */
  readonly ownersOf?: OwnersOf;
}

export interface RunningWorker {
  /** Accepts no more jobs, waits for running ones for a while, then aborts and requeues them. */
  close(): Promise<void>;
}

/** A killed worker's job is taken up by another within the two together. */
const lockDurationMs = 10_000;
const stalledCheckMs = 5_000;
/** Rows count crashes, where the cause can be distinguished; the queue never fails a job for them. */
const maxStalls = 1_000_000;
const defaultDrainTimeoutMs = 10_000;
const errorOf = (cause: unknown): AppError =>
  cause instanceof UnrecoverableError ? AppError.from(cause.cause) : AppError.from(cause);

interface Opening
  extends Required<Pick<WorkerOptions, 'connection' | 'concurrency' | 'logger' | 'ownersOf'>> {
  readonly redis: RedisClient;
}

interface Shard {
  readonly worker: Worker;
  readonly gate: JobGate;
}

/** Opens a worker for each shard of the queue; the slots are divided among them, as the jobs are. */
function openShards(
  queue: QueueDefinition,
  process: (job: Job, gate: JobGate) => Promise<unknown>,
  { redis, connection, concurrency, logger, ownersOf }: Opening,
): readonly Shard[] {
  const { name } = queue;
  const prefixes = prefixesOf(connection, name);
  const share = createFairShare(concurrency);
  const ofEach = (slots: number) => Math.ceil(slots / prefixes.length);
  return prefixes.map((prefix) => {
    const worker: Worker = new Worker(name, (job) => process(job, gate), {
      connection: redis,
      prefix,
      concurrency: ofEach(concurrency),
      lockDuration: lockDurationMs,
      stalledInterval: stalledCheckMs,
      maxStalledCount: maxStalls,
      settings: { backoffStrategy: (tries, _type, error) => retryDelay(errorOf(error), tries) },
    });
    const reportOutage = createOutageReport((error, unreported) =>
      logger.warn({ error, queue: name, unreported }, 'worker lost its queue for a moment'),
    );
    worker.on('error', reportOutage);
    const keyOf = (key: string) => `${prefix}:${name}:${key}`;
    const standby = createStandby({
      share,
      waiting: openWaitingJobs(queue, { worker, redis, keyOf, ownersOf }),
      onError: (error) => logger.warn({ error, queue: name }, 'the jobs that wait could not be looked at'),
    });
    const setSpare = (spare: number) => {
      if (!queue.owner) return;
      const before = worker.concurrency;
      worker.concurrency = Math.min(ofEach(concurrency), ofEach(share.inUse()) + spare);
      if (worker.concurrency > before) wake(worker);
    };
    const gate = createJobGate({ share, standby, setSpare });
    return { worker, gate };
  });
}

/**
 * Lets a worker see at once that it may take more jobs. BullMQ looks at its concurrency when a job ends, which may be long after;
 * `resume` wakes it in the same way.
 */
function wake(worker: Worker): void {
  const { mainLoopQueue } = worker as unknown as {
    mainLoopQueue: { add(result: Promise<void>): void } | null;
  };
  mainLoopQueue?.add(Promise.resolve());
}

const eachItsOwn: OwnersOf = async (things) => things.map(({ id }) => [id]);

/** Works a queue: parses payloads, divides its slots among owners, retries by the kind of the error, and calls `onExhausted` once. */
export function startWorker<Schema extends z.ZodType>(
  queue: QueueDefinition<Schema>,
  handler: Handler<z.output<Schema>>,
  { connection, concurrency, logger, drainTimeoutMs = defaultDrainTimeoutMs, ...options }: WorkerOptions,
): RunningWorker {
  const redis = connectWorker(connection);
  const { onAttempt, failureOf = AppError.from, ownersOf = eachItsOwn, parallel = concurrency } = options;
  const { maxPaidAttempts = defaultMaxPaidAttempts } = options;
  const inTurn = (job: Job, gate: JobGate): typeof handler => ({
    ...handler,
    async handle(payload, signal) {
      const owned = queue.owner?.(payload);
      if (!owned) return handler.handle(payload, signal);
      const [owner = []] = await ownersOf([owned]);
      const mark = (waits: boolean) =>
        void job.updateProgress(waits ? waitsForSlot : {}).catch(() => undefined);
      await gate.run({ owner, place: job.priority, mark }, () =>
        withOwner(owner, () => handler.handle(payload, signal)),
      );
    },
  });
  const stopping = new AbortController();
  const result = { slots: parallel, worker: randomUUID() };
  const run = { result, signal: stopping.signal, logger, onAttempt, failureOf, maxPaidAttempts };
  const process = (job: Job, gate: JobGate) => runJob(queue, inTurn(job, gate), { job, ...run });
  const shards = openShards(queue as QueueDefinition, process, {
    redis,
    connection,
    concurrency,
    logger,
    ownersOf,
  });

  return {
    async close() {
      const waitTimeout = setTimeout(
        () => stopping.abort(new AppError('SERVICE_UNAVAILABLE', 'The worker is stopping')),
        drainTimeoutMs,
      );
      const closed = shards.map(({ worker }) => worker.close());
      for (const { gate } of shards) gate.close();
      await Promise.all(closed);
      clearTimeout(waitTimeout);
      redis.disconnect();
    },
  };
}

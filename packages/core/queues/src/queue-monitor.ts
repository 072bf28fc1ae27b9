import type { RedisClient } from '@docfleet/redis/connection';
import type { ChainableCommander } from 'ioredis';
import { connectProducer, prefixesOf, prefixOf, type QueueConnection } from './connection.ts';
import type { QueuedJob } from './producer.ts';
import { jobResult, waitsForSlot } from './run-job.ts';

/** Seconds per job before anything was measured: ten at once, one second each. */
const unmeasuredSeconds = 0.1;

interface Done {
  readonly begin: number;
  readonly end: number;
  readonly slots: number;
  readonly worker: string;
}

function readDone([processedOn, finishedOn, result]: readonly (string | null)[]): Done[] {
  if (!processedOn || !finishedOn || !result) return [];
  // Another version may have returned something else.
  const { data } = jobResult.safeParse(JSON.parse(result));
  return data ? [{ begin: Number(processedOn), end: Number(finishedOn), ...data }] : [];
}

/** Milliseconds since a moment in which a worker did any of these jobs. */
function busyMs(jobs: readonly Done[], since: number): number {
  let total = 0;
  let until = since;
  for (const { begin, end } of jobs.toSorted((one, other) => one.begin - other.begin)) {
    total += Math.max(0, end - Math.max(begin, until));
    until = Math.max(until, end);
  }
  return total;
}

/**
 * Returns the milliseconds that a worker takes for all of these jobs: its busy time, if it was fully occupied. If it was not, the share that
 * each job took of the slots is less.
 */
const workMs = (jobs: readonly Done[], since: number) =>
  Math.min(
    busyMs(jobs, since),
    jobs.reduce((sum, { begin, end, slots }) => sum + (end - begin) / slots, 0),
  );

/**
 * Returns the seconds that one replica takes for a job, from the times and results of the last ones, of which at most `max` are given; the
 * mean of all replicas.
 */
function secondsPerJob(last: readonly (readonly (string | null)[])[], max: number): number {
  const done = last.flatMap(readDone);
  if (done.length === 0) return unmeasuredSeconds;
  // Other jobs ended before the first of these: only the time since then is theirs.
  const since = last.length < max ? 0 : Math.min(...done.map(({ end }) => end));
  const counted = done.filter(({ end }) => end > since);
  if (counted.length === 0) return unmeasuredSeconds;
  const workers = Map.groupBy(counted, ({ worker }) => worker).values();
  return workers.reduce((sum, jobs) => sum + workMs(jobs, since), 0) / counted.length / 1_000;
}

/** Numbers of a queue's jobs by state, and its rate of work. */
export interface QueueLevel {
  readonly waiting: number;
  /** Waiting too, behind those without a priority. */
  readonly prioritized: number;
  readonly active: number;
  /** Put off until a moment that has not come. */
  readonly delayed: number;
  /** Delayed jobs that are due within a minute: sooner than another replica would start. */
  readonly soon: number;
  /** Put off, and their moment has come. */
  readonly due: number;
  /** Failed permanently, kept for inspection. */
  readonly failed: number;
  /** Age of the oldest job that waits, of those at the ends of the queue and those that wait in a worker for a slot; 0 when none does. */
  readonly oldestSeconds: number;
  /** Seconds that a replica takes per job, measured on the last ones, with all of its slots at work. */
  readonly secondsPerJob: number;
}

/**
 * Returns the seconds of work per replica: waiting and running jobs, and documents of a `backlog` that are not in a queue yet. Jobs
 * postponed for longer count as one: another replica would not run them sooner, and without any replica they would never run.
 */
export function secondsOfWork(level: QueueLevel, backlog = 0): number {
  const { waiting, prioritized, active, due, soon, delayed, secondsPerJob } = level;
  const later = Math.min(1, delayed - soon);
  return (waiting + prioritized + active + due + soon + later + backlog) * secondsPerJob;
}

export interface QueueMonitor {
  /** Looks at queues by their names; costs the same however much is in them. Rejects while Redis is unavailable. */
  read(queues: readonly string[]): Promise<ReadonlyMap<string, QueueLevel>>;
  /** Returns the jobs that are neither waiting nor delayed nor at work. */
  findMissing<Job extends Pick<QueuedJob, 'queue' | 'dedupeKey'>>(jobs: readonly Job[]): Promise<Job[]>;
  close(): void;
}

const sampledJobs = 50;
/** Active jobs that are looked at: more than the workers of a queue have at once. */
const maxActive = 10_000;
const soonMs = 60_000;
/** BullMQ keeps the moment of a delayed job in the upper bits of its score, and an order below. */
const delayedScoreUnit = 0x1000;

type Replies = readonly unknown[];

async function run(pipeline: ChainableCommander): Promise<Replies> {
  const responses = (await pipeline.exec()) ?? [];
  return responses.map(([error, response]) => {
    if (error) throw error;
    return response;
  });
}

/** The marks of the times at which jobs were added, of those among the active ones that wait for a slot. */
function addedOfWaiting(active: readonly (readonly (string | null)[])[]): (string | null)[] {
  const isWaiting = (progress: string | null | undefined) => progress === JSON.stringify(waitsForSlot);
  return active.flatMap(([timestamp = null, progress]) => (isWaiting(progress) ? [timestamp] : []));
}

type Details = readonly (readonly (string | null)[])[];

/** Looks at one queue: first at its lists, then at some of the jobs that are in them. */
async function readLevel(redis: RedisClient, keyOf: (name: string) => string): Promise<QueueLevel> {
  const now = Date.now();
  const until = (moment: number) => (moment + 1) * delayedScoreUnit - 1;
  const [waiting, prioritized, active, delayed, due, soon, failed, ...found] = (await run(
    redis
      .pipeline()
      .llen(keyOf('wait'))
      .zcard(keyOf('prioritized'))
      .llen(keyOf('active'))
      .zcard(keyOf('delayed'))
      .zcount(keyOf('delayed'), '-inf', until(now))
      .zcount(keyOf('delayed'), '-inf', until(now + soonMs))
      .zcard(keyOf('failed'))
      .lrange(keyOf('wait'), -1, -1)
      .lrange(keyOf('wait'), 0, 0)
      .zrange(keyOf('prioritized'), '0', '0')
      .zrange(keyOf('prioritized'), '-1', '-1')
      .zrangebyscore(keyOf('delayed'), '-inf', until(now), 'LIMIT', 0, 1)
      .lrange(keyOf('active'), 0, maxActive - 1)
      .zrevrange(keyOf('completed'), 0, sampledJobs - 1),
  )) as [number, number, number, number, number, number, number, ...string[][]];
  const [done = [], taken = [], ...ends] = found.toReversed();
  const waitingIds = ends.flat();
  const details = redis.pipeline();
  for (const id of waitingIds) details.hmget(keyOf(id), 'timestamp');
  for (const id of taken) details.hmget(keyOf(id), 'timestamp', 'progress');
  for (const id of done) details.hmget(keyOf(id), 'processedOn', 'finishedOn', 'returnvalue');
  const replies = (await run(details)) as Details;
  const atEnds = replies.slice(0, waitingIds.length).flat();
  const parked = addedOfWaiting(replies.slice(waitingIds.length, waitingIds.length + taken.length));
  // A job that was taken meanwhile is gone.
  const since = [...atEnds, ...parked].filter((time) => time !== null).map(Number);
  return {
    waiting,
    prioritized,
    active,
    delayed: delayed - due,
    soon: soon - due,
    due,
    failed,
    oldestSeconds: since.length === 0 ? 0 : Math.max(0, now - Math.min(...since)) / 1_000,
    secondsPerJob: secondsPerJob(replies.slice(waitingIds.length + taken.length), sampledJobs),
  };
}

/** The shards of a queue as one. */
function join(levels: readonly QueueLevel[]): QueueLevel {
  const sum = (part: keyof QueueLevel) => levels.reduce((total, level) => total + level[part], 0);
  return {
    waiting: sum('waiting'),
    prioritized: sum('prioritized'),
    active: sum('active'),
    delayed: sum('delayed'),
    soon: sum('soon'),
    due: sum('due'),
    failed: sum('failed'),
    oldestSeconds: Math.max(...levels.map((level) => level.oldestSeconds)),
    secondsPerJob: sum('secondsPerJob') / levels.length,
  };
}

type Sought = Pick<QueuedJob, 'queue' | 'dedupeKey'>;

/** Returns the jobs of one prefix that are in none of its lists; all keys of one pipeline have to be on one node. */
async function findMissingOf<Job extends Sought>(
  redis: RedisClient,
  prefix: string,
  jobs: readonly Job[],
): Promise<Job[]> {
  const keys = redis.pipeline();
  for (const { queue, dedupeKey } of jobs) keys.get(`${prefix}:${queue}:de:${dedupeKey}`);
  const ids = (await run(keys)) as (string | null)[];
  const states = redis.pipeline();
  for (const [index, { queue }] of jobs.entries())
    states.hmget(`${prefix}:${queue}:${ids[index] ?? 'none'}`, 'timestamp', 'finishedOn');
  const found = (await run(states)) as (string | null)[][];
  const isQueued = (index: number) => {
    const [timestamp, finishedOn] = found[index] ?? [];
    return typeof timestamp === 'string' && !finishedOn;
  };
  return jobs.filter((_, index) => !isQueued(index));
}

/** Opens a view of the queues; it changes nothing in them. */
export function openQueueMonitor(connection: QueueConnection): QueueMonitor {
  const redis = connectProducer(connection);
  // Commands report their own failures; without a listener a lost connection would end the process.
  redis.on('error', () => undefined);
  const connect = async () => {
    if (redis.status === 'wait') await redis.connect();
  };
  const readQueue = async (queue: string) => {
    const shards = prefixesOf(connection, queue).map((prefix) =>
      readLevel(redis, (name) => `${prefix}:${queue}:${name}`),
    );
    return [queue, join(await Promise.all(shards))] as const;
  };

  return {
    async read(queues) {
      await connect();
      return new Map(await Promise.all(queues.map(readQueue)));
    },
    async findMissing(jobs) {
      await connect();
      const places = Map.groupBy(jobs, ({ queue, dedupeKey }) => prefixOf(connection, queue, dedupeKey));
      const missing = await Promise.all(
        [...places].map(([prefix, own]) => findMissingOf(redis, prefix, own)),
      );
      return missing.flat();
    },
    close: () => redis.disconnect(),
  };
}

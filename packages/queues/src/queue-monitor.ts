import type { RedisClient } from '@docfleet/redis/connection';
import type { ChainableCommander } from 'ioredis';
import { connectProducer, prefixesOf, prefixOf, type QueueConnection } from './connection.ts';
import type { QueuedJob } from './producer.ts';
import { jobResult } from './run-job.ts';

/** How many jobs lie in a queue, and what they mean. */
export interface QueueLevel {
  readonly waiting: number;
  /** Waiting too, behind those without a priority. */
  readonly prioritized: number;
  readonly active: number;
  /** Put off until a moment that has not come. */
  readonly delayed: number;
  /** Put off, and their moment has come. */
  readonly due: number;
  /** Failed for good, kept for inspection. */
  readonly failed: number;
  /** Age of the oldest of those that stand next and last; 0 when nothing waits. */
  readonly oldestSeconds: number;
  /** How long a replica takes for one of them by the last that were done, with all of its slots at work. */
  readonly secondsPerJob: number;
}

export interface QueueMonitor {
  /** Looks at queues by their names; costs the same however much is in them. Rejects while Redis is unavailable. */
  read(queues: readonly string[]): Promise<ReadonlyMap<string, QueueLevel>>;
  /** Those of the jobs that wait nowhere, are not put off and not at work. */
  findMissing<Job extends Pick<QueuedJob, 'queue' | 'dedupeKey'>>(jobs: readonly Job[]): Promise<Job[]>;
  close(): void;
}

const sampledJobs = 50;
/** Before anything was measured: ten at once, a second each. */
const unmeasuredSeconds = 0.1;
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

/** Seconds of one replica's time that each of these jobs took; the mean of all. */
function secondsPerJob(jobs: readonly (readonly (string | null)[])[]): number {
  const taken = jobs.flatMap(([processedOn, finishedOn, result]) => {
    if (!processedOn || !finishedOn || !result) return [];
    // Another version may have returned something else.
    const { data } = jobResult.safeParse(JSON.parse(result));
    return data ? [(Number(finishedOn) - Number(processedOn)) / 1_000 / data.slots] : [];
  });
  if (taken.length === 0) return unmeasuredSeconds;
  return taken.reduce((sum, seconds) => sum + seconds, 0) / taken.length;
}

/** Looks at one queue: first at its lists, then at some of the jobs that are in them. */
async function readLevel(redis: RedisClient, keyOf: (name: string) => string): Promise<QueueLevel> {
  const now = Date.now();
  const [waiting, prioritized, active, delayed, due, failed, first, last, head, tail, done] = (await run(
    redis
      .pipeline()
      .llen(keyOf('wait'))
      .zcard(keyOf('prioritized'))
      .llen(keyOf('active'))
      .zcard(keyOf('delayed'))
      .zcount(keyOf('delayed'), '-inf', (now + 1) * delayedScoreUnit - 1)
      .zcard(keyOf('failed'))
      .lindex(keyOf('wait'), -1)
      .lindex(keyOf('wait'), 0)
      .zrange(keyOf('prioritized'), '0', '0')
      .zrange(keyOf('prioritized'), '-1', '-1')
      .zrevrange(keyOf('completed'), 0, sampledJobs - 1),
  )) as [number, number, number, number, number, number, string?, string?, string[]?, string[]?, string[]?];
  const ends = [first, last, ...(head ?? []), ...(tail ?? [])].filter((id) => typeof id === 'string');
  const details = redis.pipeline();
  for (const id of ends) details.hget(keyOf(id), 'timestamp');
  for (const id of done ?? []) details.hmget(keyOf(id), 'processedOn', 'finishedOn', 'returnvalue');
  const found = await run(details);
  // A job that was taken meanwhile is gone.
  const since = (found.slice(0, ends.length) as (string | null)[])
    .filter((time) => time !== null)
    .map(Number);
  return {
    waiting,
    prioritized,
    active,
    delayed: delayed - due,
    due,
    failed,
    oldestSeconds: since.length === 0 ? 0 : Math.max(0, now - Math.min(...since)) / 1_000,
    secondsPerJob: secondsPerJob(found.slice(ends.length) as (string | null)[][]),
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
    due: sum('due'),
    failed: sum('failed'),
    oldestSeconds: Math.max(...levels.map((level) => level.oldestSeconds)),
    secondsPerJob: sum('secondsPerJob') / levels.length,
  };
}

type Sought = Pick<QueuedJob, 'queue' | 'dedupeKey'>;

/** Those of the jobs of one place that are in none of its lists; what one pipeline asks for has to lie on one node. */
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

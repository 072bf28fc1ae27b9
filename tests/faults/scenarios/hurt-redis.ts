import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { FaultFleet } from '../fault-fleet.ts';

/** Redis stands still for so long, and then goes on. */
export async function pauseRedis(fleet: FaultFleet, forMs: number): Promise<void> {
  await fleet.redis.signal('SIGSTOP');
  await pause(forMs);
  await fleet.redis.signal('SIGCONT');
}

/** Redis dies and restarts with its append-only file. */
export const killRedis = ({ redis }: FaultFleet): Promise<void> => redis.kill();

/** Redis dies and restarts on an empty volume. */
export async function loseRedis(fleet: FaultFleet): Promise<void> {
  await fleet.redis.signal('SIGSTOP');
  await rm(join(fleet.dataDirectory, 'redis/appendonlydir'), { recursive: true });
  await fleet.redis.kill();
}

/** For the time of the work Redis takes nothing more, as when its memory is full. */
export async function withFullRedis(fleet: FaultFleet, work: () => Promise<void>): Promise<void> {
  const redis = new Redis(fleet.redis.url);
  try {
    await redis.config('SET', 'maxmemory', '1');
    await work();
  } finally {
    await redis.config('SET', 'maxmemory', '0');
    redis.disconnect();
  }
}

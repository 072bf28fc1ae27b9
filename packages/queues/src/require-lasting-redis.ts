import { AppError } from '@docfleet/errors';
import type { RedisClient } from '@docfleet/redis/connection';
import type { Logger } from '@docfleet/runtime/logging';
import { prefixesOf, type QueueConnection } from './connection.ts';
import { findRedisFaults, type RedisFault } from './find-redis-faults.ts';

/** Marks this Redis as the installation's; jobs of two on one prefix would be taken by the wrong workers and dropped. */
async function claim(redis: RedisClient, key: string, installation: string): Promise<RedisFault[]> {
  await redis.set(key, installation, 'NX');
  if ((await redis.get(key)) === installation) return [];
  const sentence = `Another docfleet installation, with another PostgreSQL database, uses this Redis. Set REDIS_URL to another database of it (redis://host:6379/1), or REDIS_PREFIX to a name of this installation's own; if the other one is gone, delete the key ${key}`;
  return [{ sentence, isLasting: true }];
}

/**
 * Rejects when Redis would evict jobs rather than refuse new ones, as BullMQ's scripts cannot bear keys that vanish, when it refuses the
 * user, and when it belongs to another installation; logs what may pass. One that does not answer now is not waited for: the fleet starts
 * without it, and the outbox waits. https://docs.bullmq.io/guide/going-to-production
 */
export async function requireLastingRedis(
  connection: QueueConnection,
  { installation, logger }: { readonly installation: string; readonly logger: Logger },
): Promise<void> {
  const key = `${prefixesOf(connection, '')[0]}:installation`;
  const faults = await findRedisFaults(connection, (redis) => claim(redis, key, installation));
  for (const { sentence, isLasting } of faults) {
    if (isLasting) throw new AppError('SERVICE_UNAVAILABLE', sentence, { details: { setting: 'REDIS_URL' } });
    logger.warn(sentence);
  }
}

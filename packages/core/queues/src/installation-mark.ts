import type { RedisClient } from '@docfleet/redis/connection';
import { prefixesOf, type QueueConnection } from './connection.ts';
import type { RedisFault } from './find-redis-faults.ts';

const keyOf = (connection: QueueConnection) => `${prefixesOf(connection, '')[0]}:installation`;

function compare(owner: string | null, installation: string, key: string): RedisFault[] {
  if (owner === null || owner === installation) return [];
  const sentence = `Another docfleet installation, with another PostgreSQL database, uses this Redis. Set REDIS_URL to another database of it (redis://host:6379/1), or REDIS_PREFIX to a name of this installation's own; if the other one is gone, delete the key ${key}`;
  return [{ sentence, isLasting: true }];
}

/** Looks whether this Redis is another installation's, and leaves no mark. */
export async function findOtherInstallation(
  redis: RedisClient,
  connection: QueueConnection,
  installation: string,
): Promise<RedisFault[]> {
  const key = keyOf(connection);
  return compare(await redis.get(key), installation, key);
}

/** Marks this Redis as the installation's; jobs of two on one prefix would be taken by the wrong workers and dropped. */
export async function markInstallation(
  redis: RedisClient,
  connection: QueueConnection,
  installation: string,
): Promise<RedisFault[]> {
  await redis.set(keyOf(connection), installation, 'NX');
  return findOtherInstallation(redis, connection, installation);
}

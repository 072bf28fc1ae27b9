import { AppError } from '@docfleet/errors';
import type { RedisClient } from '@docfleet/redis/connection';
import type { Logger } from '@docfleet/runtime/logging';
import { connectProducer, prefixesOf, type QueueConnection } from './connection.ts';

const wanted = 'noeviction';

/**
 * Rejects when Redis would evict jobs rather than refuse new ones, as BullMQ's scripts cannot bear keys that vanish, when it refuses the
 * user, and when it belongs to another installation. One that does not answer now is not waited for: the fleet starts without it, and the outbox waits. https://docs.bullmq.io/guide/going-to-production
 */
export async function requireLastingRedis(
  connection: QueueConnection,
  { installation, logger }: { readonly installation: string; readonly logger: Logger },
): Promise<void> {
  const redis = connectProducer(connection);
  let reason: Error | undefined;
  redis.on('error', (error) => {
    reason ??= error; // `connect` only rejects with the closed connection that follows.
  });
  try {
    await redis.connect();
    const policy = /^maxmemory_policy:(\S+)/m.exec(await redis.info('memory'))?.[1];
    if (policy !== undefined && policy !== wanted)
      throw refusal(
        `Redis has maxmemory-policy ${policy}, and would lose jobs when its memory is full: set it to ${wanted}`,
      );
    await claim(redis, `${prefixesOf(connection, '')[0]}:installation`, installation);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const { message } = reason ?? (error as Error);
    if (!isRefusal.test(message)) return logger.warn({ error: reason ?? error }, 'Redis does not answer yet');
    throw refusal(`Redis refuses docfleet: "${message}". ${adviceFor(message)}`);
  } finally {
    redis.disconnect();
  }
}

const refusal = (sentence: string) =>
  new AppError('SERVICE_UNAVAILABLE', sentence, { details: { setting: 'REDIS_URL' } });

/** Errors that no later attempt passes: https://redis.io/docs/latest/operate/oss_and_stack/management/security/acl/ */
const isRefusal = /^(NOPERM|NOAUTH|WRONGPASS|ERR (AUTH|DB index|invalid password))/;

const adviceFor = (message: string) =>
  message.startsWith('NOPERM')
    ? 'BullMQ needs INFO and scripts beside the commands of data: ACL SETUSER <user> ~* &* +@all -@dangerous +info'
    : 'Correct user, password or database number in REDIS_URL';

/** Marks this Redis as the installation's; jobs of two on one prefix would be taken by the wrong workers and dropped. */
async function claim(redis: RedisClient, key: string, installation: string): Promise<void> {
  await redis.set(key, installation, 'NX');
  const owner = await redis.get(key);
  if (owner === installation) return;
  throw refusal(
    `Another docfleet installation, with another PostgreSQL database, uses this Redis. Set REDIS_URL to another database of it (redis://host:6379/1), or REDIS_PREFIX to a name of this installation's own; if the other one is gone, delete the key ${key}`,
  );
}

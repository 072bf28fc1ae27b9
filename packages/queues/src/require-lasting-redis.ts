import { AppError } from '@docfleet/errors';
import type { Logger } from '@docfleet/runtime/logging';
import { connectProducer, type QueueConnection } from './connection.ts';

const wanted = 'noeviction';

/**
 * Rejects when Redis would throw jobs away rather than refuse new ones: BullMQ's scripts cannot bear keys that vanish. One that does not
 * answer now is not waited for: the fleet starts without it, and the outbox waits. https://docs.bullmq.io/guide/going-to-production
 */
export async function requireLastingRedis(connection: QueueConnection, logger: Logger): Promise<void> {
  const redis = connectProducer(connection);
  redis.on('error', () => undefined); // `connect` rejects with it.
  const response = await redis
    .connect()
    .then(() => redis.info('memory'))
    .catch((error: unknown) => void logger.warn({ error }, 'Redis does not answer yet'));
  redis.disconnect();
  const policy = /^maxmemory_policy:(\S+)/m.exec(response ?? '')?.[1];
  if (policy === undefined || policy === wanted) return;
  throw new AppError(
    'SERVICE_UNAVAILABLE',
    `Redis has maxmemory-policy ${policy}, and would lose jobs when its memory is full: set it to ${wanted}`,
    { details: { setting: 'REDIS_URL' } },
  );
}

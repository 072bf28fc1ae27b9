import { AppError } from '@docfleet/errors';
import type { Logger } from '@docfleet/runtime/logging';
import type { QueueConnection } from './connection.ts';
import { findRedisFaults } from './find-redis-faults.ts';
import { markInstallation } from './installation-mark.ts';

/**
 * Rejects when Redis would evict jobs rather than refuse new ones, as BullMQ's scripts cannot bear keys that vanish, when it refuses the
 * user, and when it belongs to another installation; logs what may pass. One that does not answer now is not waited for: the fleet starts
 * without it, and the outbox waits. https://docs.bullmq.io/guide/going-to-production
 */
export async function requireLastingRedis(
  connection: QueueConnection,
  { installation, logger }: { readonly installation: string; readonly logger: Logger },
): Promise<void> {
  const faults = await findRedisFaults(connection, (redis) =>
    markInstallation(redis, connection, installation),
  );
  for (const { sentence, isLasting } of faults) {
    if (isLasting) throw new AppError('SERVICE_UNAVAILABLE', sentence, { details: { setting: 'REDIS_URL' } });
    logger.warn(sentence);
  }
}

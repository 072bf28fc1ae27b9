import type { QueueConnection } from './connection.ts';
import { findRedisFaults, type RedisFault } from './find-redis-faults.ts';
import { findOtherInstallation } from './installation-mark.ts';

/** Returns what keeps a Redis from being the one of an installation's queues, one sentence each with the remedy; changes nothing in it. */
export const findQueueFaults = (connection: QueueConnection, installation: string): Promise<RedisFault[]> =>
  findRedisFaults(connection, (redis) => findOtherInstallation(redis, connection, installation));

import {
  createPrimaryReader,
  createReplicaReader,
  type Database,
  type ListReader,
  openDatabase,
} from '@docfleet/domain/database';
import type { Logger } from '@docfleet/runtime/logging';
import type { Scope } from '@docfleet/runtime/service';
import type { ResourcesConfig } from './config.ts';

/** Where lists are read: a replica, where there is one. */
export function openLists(
  scope: Scope,
  config: ResourcesConfig,
  database: Database,
  logger: Logger,
): ListReader {
  const { DATABASE_REPLICA_URL: url, DATABASE_POOL_SIZE: poolSize } = config;
  if (url === undefined) return createPrimaryReader(database);
  const replica = scope.defer(openDatabase({ url, poolSize }), (opened) => opened.$disconnect());
  const tell = ({ isUsed, error }: { isUsed: boolean; error?: unknown }) =>
    isUsed
      ? logger.info('lists are read from the replica')
      : logger.warn({ error }, 'the replica is away or behind: lists are read from the database itself');
  return scope.defer(createReplicaReader(database, replica, tell), (reader) => reader.close());
}

import {
  createPrimaryReader,
  createReplicaReader,
  type Database,
  type ListReader,
  openDatabase,
} from '@docfleet/domain/database';
import { limits } from '@docfleet/runtime/config';
import type { Logger } from '@docfleet/runtime/logging';
import type { Scope } from '@docfleet/runtime/service';
import type { ResourcesConfig } from './config.ts';

/** Opens the reader of lists: the replica where there is one, with connections of its own whose statements may take a few seconds. */
function openLists(scope: Scope, config: ResourcesConfig, logger: Logger): ListReader {
  const { DATABASE_URL, DATABASE_REPLICA_URL, DATABASE_POOL_SIZE: poolSize } = config;
  const open = (url: string) =>
    scope.defer(openDatabase({ url, poolSize, statementTimeoutMs: limits.listStatementMs }), (opened) =>
      opened.$disconnect(),
    );
  const primary = open(DATABASE_URL);
  if (DATABASE_REPLICA_URL === undefined) return createPrimaryReader(primary);
  const onChange = ({ isUsed, error }: { isUsed: boolean; error?: unknown }) =>
    isUsed
      ? logger.info('lists are read from the replica')
      : logger.warn({ error }, 'the replica is away or behind: lists are read from the database itself');
  return scope.defer(createReplicaReader(primary, open(DATABASE_REPLICA_URL), onChange), (reader) =>
    reader.close(),
  );
}

/** Databases of a process that answers requests, besides its resources. */
export interface RequestDatabases {
  /** The database with the time that a statement may take while a caller waits. */
  readonly requestDatabase: Database;
  /** Reader of lists and statistics, which may be a few seconds old. */
  readonly lists: ListReader;
}

/** Opens the database clients of requests; they close with the scope. Each client takes several megabytes, which workers are spared. */
export function openRequestDatabases(
  scope: Scope,
  config: ResourcesConfig,
  logger: Logger,
): RequestDatabases {
  const { DATABASE_URL: url, DATABASE_POOL_SIZE: poolSize } = config;
  const database = openDatabase({ url, poolSize, statementTimeoutMs: limits.writeStatementMs });
  const requestDatabase = scope.defer(database, (opened) => opened.$disconnect());
  return { requestDatabase, lists: openLists(scope, config, logger) };
}

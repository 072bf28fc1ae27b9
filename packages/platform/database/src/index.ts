export { unreachableDatabase } from './address.ts';
export { type Database, type DatabaseSession, openDatabase } from './database.ts';
export { findPoolerFaults, poolerAdvice } from './find-pooler-faults.ts';
export { findServerFaults } from './find-server-faults.ts';
export { Prisma } from './generated/client.ts';
export * from './generated/enums.ts';
export type * from './generated/models.ts';
export {
  isDatabaseUnavailable,
  isStatementLost,
  isStatementTimeout,
  stateOf,
} from './is-database-unavailable.ts';
export { createPrimaryReader, createReplicaReader, type ListReader } from './list-reader.ts';

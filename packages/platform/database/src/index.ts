export { unreachableDatabase } from './address.ts';
export {
  type Database,
  type DatabaseSession,
  isDatabaseUnavailable,
  isStatementLost,
  isStatementTimeout,
  openDatabase,
  stateOf,
} from './database.ts';
export { findPoolerFaults, findServerFaults, poolerAdvice } from './find-server-faults.ts';
export { Prisma } from './generated/client.ts';
export * from './generated/enums.ts';
export type * from './generated/models.ts';
export { createPrimaryReader, createReplicaReader, type ListReader } from './list-reader.ts';

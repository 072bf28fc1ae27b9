import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from './generated/client.ts';
import { createStatementNames } from './statement-names.ts';

export type Database = PrismaClient;
/** A transaction, or the database itself: what functions take that may be part of a larger whole. */
export type DatabaseSession = Omit<
  PrismaClient,
  '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends'
>;

const connectTimeoutMs = 15_000;
const maxStatementMs = 30_000;
/** How long a transaction waits for a connection of its pool while others are busy, and how long it may take. */
const transactionOptions = { maxWait: 10_000, timeout: maxStatementMs };

/** Opens a pool of connections to a migrated database; close it with `$disconnect()`. */
export function openDatabase({
  url,
  poolSize,
  statementTimeoutMs = maxStatementMs,
}: {
  url: string;
  poolSize: number;
  /** A statement that takes longer is cancelled, so that it cannot hold locks and processors for ever. */
  statementTimeoutMs?: number;
}): Database {
  const connection = {
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    keepAlive: true,
  };
  const adapter = new PrismaPg(connection, { statementNameGenerator: createStatementNames() });
  return new PrismaClient({ adapter, errorFormat: 'minimal', transactionOptions });
}

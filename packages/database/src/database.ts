import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from './generated/client.ts';
import { createStatementNames } from './statement-names.ts';

export type Database = PrismaClient;
/** A transaction, or the database itself: what functions take that may be part of a larger whole. */
export type DatabaseSession = Omit<
  PrismaClient,
  '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends'
>;

const connectTimeoutMs = 5_000;
/** No statement of the product takes longer; one that does is cut, so that it cannot hold locks for ever. */
const statementTimeoutMs = 30_000;
/** How long a transaction waits for a connection of its pool while others are busy, and how long it may take. */
const transactionOptions = { maxWait: 10_000, timeout: statementTimeoutMs };

/** Opens a pool of connections to a migrated database; close it with `$disconnect()`. */
export function openDatabase({ url, poolSize }: { url: string; poolSize: number }): Database {
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

import { PrismaPg } from '@prisma/adapter-pg';
import type { ClientBase } from 'pg';
import { hasPooler, readDatabaseAddress } from './address.ts';
import { PrismaClient } from './generated/client.ts';

/** Statements that a process asks repeatedly; beyond them, texts that are made up for a request would fill the server. */
const maxNames = 200;

/** A statement whose columns depend on the table would fail on open connections after a migration. */
const dependsOnColumns = /(\.|\bSELECT\s+|\bRETURNING\s+)\*/i;

/** Names statements, so that PostgreSQL parses and plans each once for a connection; an empty name leaves one unnamed. */
export function createStatementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= maxNames) return '';
    const name = dependsOnColumns.test(sql) ? '' : `docfleet_${names.size}`;
    names.set(sql, name);
    return name;
  };
}

export type Database = PrismaClient;
/** A transaction, or the database itself: what functions take that may be part of a larger whole. */
export type DatabaseSession = Omit<
  PrismaClient,
  '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends'
>;

const connectTimeoutMs = 15_000;
const maxStatementMs = 30_000;
/** Maximum wait for a connection of the pool, and maximum duration of a transaction, in milliseconds. */
const transactionOptions = { maxWait: 10_000, timeout: maxStatementMs };

/**
 * Sets the session's parameters by statements, because a pooler such as PgBouncer refuses them in a new connection: dates in ISO
 * style, and READ COMMITTED, whatever the server's default: at other levels it refuses concurrent writes.
 */
async function prepareSession(client: ClientBase, statementTimeoutMs: number): Promise<void> {
  await client.query(
    `SET statement_timeout = ${Math.trunc(statementTimeoutMs)}; SET datestyle = 'ISO'; SET default_transaction_isolation = 'read committed'`,
  );
}

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
    ...readDatabaseAddress(url),
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    onConnect: (client: ClientBase) => prepareSession(client, statementTimeoutMs),
  };
  const naming = hasPooler(url) ? {} : { statementNameGenerator: createStatementNames() };
  const adapter = new PrismaPg(connection, naming);
  return new PrismaClient({ adapter, errorFormat: 'minimal', transactionOptions });
}

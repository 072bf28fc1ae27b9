import { PrismaPg } from '@prisma/adapter-pg';
import type { ClientBase } from 'pg';
import { hasPooler, readDatabaseAddress } from './address.ts';
import { PrismaClient } from './generated/client.ts';

/** Kinds of @prisma/adapter-pg that speak of the connection and not of the question. */
const connectionKinds = ['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections'];
/** admin_shutdown, crash_shutdown, cannot_connect_now, too_many_connections, disk_full, out_of_memory, and read_only_sql_transaction, as after a failover: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const connectionStates = ['57P01', '57P02', '57P03', '53300', '25006', '53100', '53200'];
/** Messages of pg and its pool about a lost connection that carry no code. */
const connectionWords =
  /timeout exceeded when trying to connect|Connection terminated|Unable to start a transaction in the given time/;

interface DriverFailure {
  readonly meta?: {
    readonly driverAdapterError?: {
      readonly cause?: { readonly kind?: string; readonly originalCode?: string };
    };
  };
}

/** query_canceled, which statement_timeout leads to. */
const canceledState = '57014';

const causeOf = (error: Error) => (error as DriverFailure).meta?.driverAdapterError?.cause ?? {};

/** Tests whether a statement was cancelled because it took longer than its connection allows. */
export const isStatementTimeout = (error: unknown): boolean =>
  error instanceof Error && causeOf(error).originalCode === canceledState;

/** The state of PostgreSQL's that an error has; empty where it has none. */
export const stateOf = (error: unknown): string =>
  error instanceof Error ? (causeOf(error).originalCode ?? '') : '';

/** invalid_sql_statement_name and duplicate_prepared_statement: a pooler passed the connection to another client between two statements. */
const lostStates = ['26000', '42P05'];

/** Tests whether a prepared statement does not exist, or is another's. */
export const isStatementLost = (error: unknown): boolean =>
  error instanceof Error && lostStates.includes(causeOf(error).originalCode ?? '');

/** Tests whether an error means that the database is unavailable for the moment, so that a retry may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { kind = '', originalCode = '' } = causeOf(error);
  return (
    connectionKinds.includes(kind) ||
    connectionStates.includes(originalCode) ||
    connectionWords.test(error.message)
  );
}

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

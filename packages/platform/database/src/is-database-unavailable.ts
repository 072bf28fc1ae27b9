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

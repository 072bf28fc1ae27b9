import { type Connector, openConnector } from '@docfleet/connectors';
import { type ConnectorType, failConnection, failureSentence } from '@docfleet/domain';
import { AppError } from '@docfleet/errors';
import { observeCalls } from '@docfleet/namespace-providers';
import type { ConnectorSyncContext } from './context.ts';

/** Whose account is read. */
export interface OpenedConnection {
  readonly connectionId: string;
  readonly connector: ConnectorType;
  /** Counts the consents: a failure of an earlier one says nothing of the next. */
  readonly authorizations: number;
}

const restAfterRefusalMs = 1_000;

/** A vendor's refusal concerns everybody who uses the connection. */
async function heed(
  { database, pace, logger }: ConnectorSyncContext,
  { connectionId, authorizations }: OpenedConnection,
  error: AppError,
): Promise<void> {
  const { retryAfterMs = restAfterRefusalMs, status } = error.details;
  if (error.code === 'PROVIDER_RATE_LIMITED') await pace.rest(connectionId, retryAfterMs);
  // Without a status it was not the vendor that refused: the connection is known not to be active.
  if (error.code !== 'CONNECTION_UNAUTHORIZED' || status === undefined) return;
  const reason = failureSentence(error);
  if (await failConnection(database, { id: connectionId, authorizations }, reason))
    logger.warn({ connectionId, reason }, 'a connection has to be authorised again');
}

/**
 * Opens a connection's account. All who read it keep one pace, and wait `patienceMs` for their turn at most. A vendor that refuses a
 * fresh token makes the connection FAILED; nothing else does.
 */
export function openConnection(
  context: ConnectorSyncContext,
  connection: OpenedConnection,
  patienceMs: number,
): Pick<Connector, 'list' | 'fetch'> {
  const { accessTokens, pace, providerSettings, settings } = context;
  const { connectionId, connector: name } = connection;
  const opened = openConnector(name, {
    fetch: providerSettings.egress.fetch,
    accessToken: accessTokens.of(connectionId),
    endpoints: settings.endpoints[name] ?? {},
    pace: pace.of(connectionId, patienceMs),
  });
  const { onCall } = providerSettings;
  const connector = onCall ? observeCalls(opened, { port: 'connector', vendor: name }, onCall) : opened;
  async function heeding<Result>(asked: Promise<Result>): Promise<Result> {
    try {
      return await asked;
    } catch (error) {
      if (error instanceof AppError) await heed(context, connection, error);
      throw error;
    }
  }
  return {
    list: (cursor, selection, signal) => heeding(connector.list(cursor, selection, signal)),
    fetch: (item, signal) => heeding(connector.fetch(item, signal)),
  };
}

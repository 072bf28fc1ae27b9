import { connectorPush } from '@docfleet/connectors';
import { claimWatch, endWatch, noteAccount, type Watch } from '@docfleet/domain/connection';
import { failureSentence } from '@docfleet/domain/document';
import { AppError } from '@docfleet/errors';
import type { Handler, PayloadOf, watchConnection } from '@docfleet/queues';
import type { ConnectorSyncContext } from '../context.ts';
import { reconcileChannels } from './reconcile-channels.ts';

const waitTimeoutMs = 20_000;
/** Folders and drives come and go without a word of the channels. */
const defaultDueMs = 86_400_000;
const retryMs = 300_000;

interface WatchEnd {
  readonly dueInMs: number;
  readonly problem: string | null;
}

const accountOf = ({ connection }: Watch) => ({ ...connection, connectionId: connection.id });

/** The address that the ids of a connector's channels are appended to. */
const baseOf = (url: string, connector: string) =>
  `${url}/v1/connector-notifications/${connector.toLowerCase().replaceAll('_', '-')}`;

/** Learns whose account it is, which notifications of applications name. Last: until then, channels count as those of an earlier consent. */
async function learnAccount(context: ConnectorSyncContext, watch: Watch, signal: AbortSignal): Promise<void> {
  if (watch.accountId !== undefined) return;
  const { accountId } = await context.openConnection(accountOf(watch), waitTimeoutMs).whoAmI(signal);
  await noteAccount(context.database, watch.connection, accountId);
}

async function checkChannels(
  context: ConnectorSyncContext,
  watch: Watch,
  signal: AbortSignal,
): Promise<WatchEnd> {
  const { connector } = watch.connection;
  if (!connectorPush[connector]) return { dueInMs: defaultDueMs, problem: null };
  const api = context.openChannels(accountOf(watch), waitTimeoutMs);
  const { notificationUrl } = context.settings;
  const base = notificationUrl && baseOf(notificationUrl, connector);
  const reconciled = api && (await reconcileChannels({ context, watch, api, base, signal }));
  await learnAccount(context, watch, signal);
  if (!reconciled) return { dueInMs: defaultDueMs, problem: null };
  const { renewAt, isUnfinished, refusal } = reconciled;
  const untilRenewal = renewAt ? renewAt.getTime() - Date.now() : defaultDueMs;
  return {
    dueInMs: isUnfinished ? 0 : Math.min(defaultDueMs, Math.max(0, untilRenewal)),
    problem: refusal ? failureSentence(refusal) : null,
  };
}

/** Creates, renews and removes the channels of a connection, and says when they are to be checked again. */
export function watchConnectionHandler(
  context: ConnectorSyncContext,
): Handler<PayloadOf<typeof watchConnection>> {
  const { database, logger, metrics } = context;
  return {
    async handle({ connectionId }, signal) {
      const watch = await claimWatch(database, connectionId);
      if (!watch) return;
      try {
        await endWatch(database, connectionId, await checkChannels(context, watch, signal));
      } catch (cause) {
        signal.throwIfAborted();
        const error = AppError.from(cause);
        metrics.channelChanged(watch.connection.connector, 'failed');
        logger.warn({ error, connectionId }, 'the channels of a connection could not be checked');
        const dueInMs = error.retryable ? Math.max(retryMs, error.details.retryAfterMs ?? 0) : defaultDueMs;
        await endWatch(database, connectionId, { dueInMs, problem: failureSentence(error) });
      }
    },
    // The claim ends by itself, and the check is due again.
    onExhausted: async () => undefined,
  };
}

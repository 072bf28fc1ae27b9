import { type ChannelApi, connectorPush } from '@docfleet/connectors';
import {
  claimWatch,
  confirmChannel,
  deleteChannel,
  endWatch,
  insertChannel,
  listChannels,
  type NotificationChannel,
  noteAccount,
  type Watch,
} from '@docfleet/domain/connection';
import { failureSentence } from '@docfleet/domain/document';
import { AppError } from '@docfleet/errors';
import type { Handler, PayloadOf, watchConnection } from '@docfleet/queues';
import type { ConnectorSyncContext } from '../context.ts';

/** A vendor's channels of one connection; what else there is to watch is found by polling. */
const maxChannels = 200;
/** Changes of one check, so that a worker's claim outlasts them; the rest is due at once. */
const maxChanges = 40;
/** Refusals after which the others of a connection are not tried: they would be refused as well. */
const maxRefusals = 3;

/** State in which the channels of a connection were left. */
interface Reconciled {
  /** Time of the first renewal; undefined when no channel expires. */
  readonly renewAt: Date | undefined;
  readonly isUnfinished: boolean;
  /** Reason why a channel was refused; undefined when none was. */
  readonly refusal: AppError | undefined;
}

interface Reconciling {
  readonly context: ConnectorSyncContext;
  readonly watch: Watch;
  readonly api: ChannelApi;
  /** Base address of the connector's channels; undefined when none are wanted. */
  readonly base: string | undefined;
  readonly signal: AbortSignal;
}

/** Returns the time at which the last quarter of a channel's lifetime begins; undefined when it does not expire. */
function renewAtOf({ openedAt, expiresAt }: NotificationChannel): Date | undefined {
  if (expiresAt === null) return undefined;
  return new Date(openedAt.getTime() + (expiresAt.getTime() - openedAt.getTime()) * 0.75);
}

const isMissing = (error: unknown) => error instanceof AppError && error.code === 'ITEM_NOT_FOUND';

/** Creates a channel; the row comes first, so that one whose vendor was not heard in time is replaced by the next check. */
async function create(
  { context, watch, api, signal }: Reconciling,
  base: string,
  resource: string,
): Promise<NotificationChannel> {
  const { database, vault, metrics } = context;
  const { id: connectionId, namespaceId, connector } = watch.connection;
  const order = { connector, namespaceId, connectionId, resource, base };
  const { id, address, secret } = await insertChannel(database, vault, order);
  try {
    const opened = await api.create({ id, resource, address, secret }, signal);
    const channel = { connector, id };
    // Revoked meanwhile: no row says any more that the vendor has it.
    if (!(await confirmChannel(database, channel, opened)))
      await api.remove({ id, vendorId: opened.vendorId }, signal);
    metrics.channelChanged(connector, 'created');
    const owner = { namespaceId, connectionId, resource, address };
    return { ...channel, ...opened, ...owner, verifiedAt: null, openedAt: new Date() };
  } catch (error) {
    await deleteChannel(database, { connector, id });
    throw error;
  }
}

/** Renews a channel; undefined when the vendor cannot, or has none: then a new one is created. */
async function renew(
  { context, api, signal }: Reconciling,
  channel: NotificationChannel,
): Promise<NotificationChannel | undefined> {
  if (!api.renew || channel.vendorId === null) return undefined;
  try {
    const opened = await api.renew(channel.vendorId, signal);
    await confirmChannel(context.database, channel, opened);
    context.metrics.channelChanged(channel.connector, 'renewed');
    return { ...channel, ...opened, openedAt: new Date() };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Ends a channel at the vendor, then here. The vendor may refuse: its notifications are unknown from now on, and most channels expire. */
async function remove({ context, api, signal }: Reconciling, channel: NotificationChannel): Promise<void> {
  const { id, vendorId, connector } = channel;
  if (vendorId !== null)
    await api.remove({ id, vendorId }, signal).catch((error: unknown) => {
      if (AppError.from(error).retryable) throw error;
      context.logger.info({ error, channelId: id }, 'a channel could not be ended at the vendor');
    });
  await deleteChannel(context.database, channel);
  context.metrics.channelChanged(connector, 'removed');
}

/** The newest channel of each resource that the vendor has confirmed at the current address, and of the current consent. */
function currentOf(channels: readonly NotificationChannel[], { base, watch }: Reconciling) {
  const current = new Map<string, NotificationChannel>();
  if (base === undefined || watch.accountId === undefined) return current;
  for (const channel of channels) {
    const isCurrent = channel.vendorId !== null && channel.address.startsWith(`${base}/`);
    if (isCurrent && !current.has(channel.resource)) current.set(channel.resource, channel);
  }
  return current;
}

const isDue = (channel: NotificationChannel) => (renewAtOf(channel)?.getTime() ?? Infinity) <= Date.now();

interface Progress {
  readonly kept: Map<string, NotificationChannel>;
  changes: number;
  refusals: number;
  refusal: AppError | undefined;
}

/** Sees to the channel of one resource. A vendor that refuses leaves the previous one as it is. */
async function provide(
  order: Reconciling,
  progress: Progress,
  { base, resource, previous }: { base: string; resource: string; previous: NotificationChannel | undefined },
): Promise<void> {
  if (previous) progress.kept.set(resource, previous);
  const isEnough = progress.changes >= maxChanges || progress.refusals >= maxRefusals;
  if (isEnough || (previous && !isDue(previous))) return;
  progress.changes += 1;
  try {
    const renewed = previous && (await renew(order, previous));
    progress.kept.set(resource, renewed ?? (await create(order, base, resource)));
  } catch (cause) {
    const error = AppError.from(cause);
    if (error.retryable) throw error;
    order.context.metrics.channelChanged(order.watch.connection.connector, 'refused');
    progress.refusal ??= error;
    progress.refusals += 1;
  }
}

/** Makes a connection's channels those that are wanted: creates, renews and removes. Retryable errors of the vendor end it early. */
export async function reconcileChannels(order: Reconciling): Promise<Reconciled> {
  const { context, watch, api, base, signal } = order;
  const channels = await listChannels(context.database, watch.connection.id);
  const current = currentOf(channels, order);
  const progress: Progress = { kept: new Map(), changes: 0, refusals: 0, refusal: undefined };
  if (base !== undefined && watch.isScheduled) {
    const wanted = await api.resources(watch, signal);
    for (const resource of wanted.slice(0, maxChannels))
      await provide(order, progress, { base, resource, previous: current.get(resource) });
  }
  const kept = [...progress.kept.values()];
  const keptIds = new Set(kept.map(({ id }) => id));
  for (const channel of channels) if (!keptIds.has(channel.id)) await remove(order, channel);
  const times = kept.flatMap((channel) => renewAtOf(channel)?.getTime() ?? []);
  return {
    renewAt: times.length > 0 ? new Date(Math.min(...times)) : undefined,
    isUnfinished: progress.changes >= maxChanges,
    refusal: progress.refusal,
  };
}

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

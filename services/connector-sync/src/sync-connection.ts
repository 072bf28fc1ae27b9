import { setInterval as every } from 'node:timers/promises';
import type { Connector, ConnectorItem, SkippedItem } from '@docfleet/connectors';
import {
  advanceListing,
  type CompleteListing,
  endSync,
  failSync,
  findMissingItems,
  findSyncPlan,
  findUnreadItems,
  type ListingState,
  noteTrouble,
  openListedFeeds,
  type UnreadItem,
} from '@docfleet/domain/connection';
import { closeUnconfirmed, deleteMissing } from '@docfleet/domain/deletion';
import { failureSentence } from '@docfleet/domain/document';
import { countRun, findSourceRun, keepRunAlive, noteUnchanged } from '@docfleet/domain/run';
import { AppError } from '@docfleet/errors';
import type { Handler, PayloadOf, syncConnection } from '@docfleet/queues';
import type { ConnectorSyncContext } from './context.ts';
import { addItems, applyItems, type Sync } from './listing/apply-page.ts';
import { listItems } from './listing/list-items.ts';
import { itemDocument } from './listing/sort-items.ts';

interface LookedUp {
  /** Items that still exist. */
  readonly present: ConnectorItem[];
  /** External ids of items that the vendor does not show, so that they may exist. */
  readonly closed: string[];
  /** The document that was asked for last. */
  askedTo: string | undefined;
  /** Error that ended the look-up; undefined when it was completed. */
  error: unknown;
}

/** Tests whether the vendor hides an item from the connection, which does not mean that it is gone. */
const isClosed = (error: unknown) => error instanceof AppError && error.code === 'ITEM_FORBIDDEN';

/** Requests one item: undefined when it is gone, or outside of the listed scope. */
type Ask = (item: UnreadItem) => Promise<ConnectorItem | undefined>;

/** Asks for items one by one, until the vendor is in trouble. */
async function lookUp(ask: Ask, items: readonly UnreadItem[]): Promise<LookedUp> {
  const found: LookedUp = { present: [], closed: [], askedTo: undefined, error: undefined };
  for (const one of items) {
    try {
      const item = await ask(one);
      if (item) found.present.push(item);
    } catch (error) {
      if (!isClosed(error)) return { ...found, error };
      found.closed.push(one.externalId);
    }
    found.askedTo = one.id;
  }
  return found;
}

/**
 * Requests each item that a listing did not name, and ingests those that exist. Progress is kept with the run, because one attempt
 * need not request thousands of items of a vendor in trouble. False when the run takes no more.
 */
async function lookUpMissing(
  context: ConnectorSyncContext,
  { sync, ask, listing }: { sync: Sync; ask: Ask; listing: CompleteListing },
): Promise<boolean> {
  const { database } = context;
  const { run } = sync;
  const skipped: SkippedItem[] = [];
  let from = listing;
  for await (const items of findMissingItems(database, run, listing.askedTo)) {
    const { present, closed, askedTo, error } = await lookUp(ask, items);
    if (!(await applyItems(context, sync, { items: present, skipped }))) return false;
    await noteUnchanged(
      database,
      run,
      closed.map((externalId) => ({ externalId })),
    );
    const to = { ...from, ...(askedTo !== undefined && { askedTo }) };
    if (!(await advanceListing(database, run, { from, to, page: { skipped } }))) return false;
    from = to;
    if (error !== undefined) throw error;
  }
  return true;
}

/** A run that is cancelled, as by a revocation, stops being read within this and a request's end. */
const lookEveryMs = 2_000;

async function watch(
  { database, logger }: ConnectorSyncContext,
  ingestJobRunId: string,
  closed: AbortController,
  over: AbortSignal,
): Promise<void> {
  for await (const _ of every(lookEveryMs, undefined, { signal: over, ref: false })) {
    const isOpen = await keepRunAlive(database, ingestJobRunId).catch((error: unknown) => {
      logger.warn({ error, ingestJobRunId }, 'a run could not be kept alive');
      return true;
    });
    if (!isOpen) return closed.abort(new Error('The run takes no more documents'));
  }
}

/** Works on a run's source while it takes documents, and shows that work goes on; stops quietly when it takes no more. */
export async function whileOpen(
  context: ConnectorSyncContext,
  ingestJobRunId: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  if (!(await keepRunAlive(context.database, ingestJobRunId))) return;
  const closed = new AbortController();
  const over = new AbortController();
  const watching = watch(context, ingestJobRunId, closed, over.signal).catch(() => undefined);
  try {
    await work(AbortSignal.any([signal, closed.signal]));
  } catch (error) {
    if (!closed.signal.aborted) throw error;
  } finally {
    over.abort();
    await watching;
  }
}

/** A listing waits for its turn among the downloads of its own connection, rather than queue again behind them. */
const waitTimeoutMs = 20_000;

const incomplete = 'The vendor did not list everything: what was not listed was left as it was';

/** Reads again what earlier runs could not, as a list of changes does not name it. */
async function addUnread(context: ConnectorSyncContext, sync: Sync): Promise<boolean> {
  for await (const items of findUnreadItems(context.database, sync.run)) {
    const found = items.map(({ version, ...item }) =>
      itemDocument(sync.run, sync.plan, { ...item, version: version ?? '' }),
    );
    if (!(await addItems(context, sync, found))) return false;
  }
  return true;
}

interface Listed {
  readonly sync: Sync;
  readonly connector: Pick<Connector, 'find'>;
  readonly listing: ListingState;
}

/** Deletes what a whole listing did not name and its vendor says is gone; false when the run may not end. */
async function deleteAbsent(
  context: ConnectorSyncContext,
  { sync, connector: { find }, listing }: Listed & { readonly listing: CompleteListing },
  signal: AbortSignal,
): Promise<boolean> {
  const { database, dispatcher, settings } = context;
  const { run, plan } = sync;
  const { proof } = listing;
  const feeds = openListedFeeds(database, run, listing.extent);
  const covered = { selection: plan.selection, proof, feeds };
  const ask =
    find &&
    (({ externalId, version }: UnreadItem) => find(externalId, signal, { ...covered, versionKey: version }));
  return deleteMissing(database, run, {
    proof,
    limits: settings.deletionLimits,
    lookUp: ask && (() => lookUpMissing(context, { sync, ask, listing })),
    dispatch: dispatcher.dispatch,
  });
}

/** A run in which the vendor refused all there was to read has read nothing, and not an empty account. */
async function requireAnything(
  { database }: ConnectorSyncContext,
  { run }: Sync,
  { refused }: ListingState,
): Promise<void> {
  if (!refused) return;
  const { documents, leftOut } = await countRun(database, run.id);
  if (documents === 0 && leftOut <= refused.parts)
    throw new AppError('PROVIDER_REJECTED', `Nothing could be read: ${refused.reason}`);
}

async function finish(context: ConnectorSyncContext, listed: Listed, signal: AbortSignal): Promise<void> {
  const { sync, listing } = listed;
  const { run } = sync;
  const isWhole = listing.phase === 'COMPLETE';
  const canEnd = isWhole
    ? await deleteAbsent(context, { ...listed, listing }, signal)
    : await addUnread(context, sync);
  if (!canEnd) return;
  await requireAnything(context, sync, listing);
  const isPartial = !('syncCursor' in listing);
  await endSync(context.database, run, {
    extent: listing.extent,
    isWhole,
    cursor: isPartial || listing.isUnsettled ? null : listing.syncCursor,
    listedAt: sync.plan.listedAt,
    ...(isPartial && { trouble: incomplete }),
  });
}

async function syncRun(context: ConnectorSyncContext, sync: Sync, signal: AbortSignal): Promise<void> {
  // Nothing would be listed, and all that was ingested would count as gone.
  if (sync.plan.selection?.length === 0)
    throw new AppError('INVALID_INGEST_CONFIG', 'Nothing of the connection is selected: choose what to read');
  await closeUnconfirmed(context.database, sync.run);
  const connector = context.openConnection(sync.plan, waitTimeoutMs);
  const leaving = () => context.openConnection(sync.plan, waitTimeoutMs, { leavesFailing: true });
  const listing = await listItems(context, sync, { waiting: connector, leaving }, signal);
  if (listing) await finish(context, { sync, connector, listing }, signal);
}

/** Stores the reason for waiting with the run, because retries may last a day. */
async function sayingTrouble(context: ConnectorSyncContext, sync: Sync, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (cause) {
    const error = AppError.from(cause);
    if (error.retryable) await noteTrouble(context.database, sync.run, failureSentence(error));
    throw cause;
  }
}

/** Lists the shared items of a connection and applies new, changed and deleted ones to the run; then marks the listing as complete. */
export function syncConnectionHandler(
  context: ConnectorSyncContext,
): Handler<PayloadOf<typeof syncConnection>> {
  const { database, vault } = context;
  return {
    async handle({ ingestJobRunId }, signal) {
      const run = await findSourceRun(database, vault, ingestJobRunId);
      if (!run) return;
      const plan = await findSyncPlan(database, vault, run, context.settings.wholeEveryDays);
      if (!plan) throw new AppError('CONNECTION_UNAUTHORIZED', 'The connection was removed');
      const sync = { run, plan };
      await whileOpen(context, run.id, signal, (open) =>
        sayingTrouble(context, sync, syncRun(context, sync, open)),
      );
    },
    async onExhausted({ ingestJobRunId }, error) {
      await failSync(database, ingestJobRunId, failureSentence(error));
    },
  };
}

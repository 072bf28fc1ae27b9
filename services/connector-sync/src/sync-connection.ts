import type { Connector } from '@docfleet/connectors';
import {
  endSync,
  failSync,
  findSyncPlan,
  findUnreadItems,
  type ListingState,
  noteTrouble,
  openListedFeeds,
  type UnreadItem,
} from '@docfleet/domain/connection';
import { closeUnconfirmed, deleteMissing, type ListingProof } from '@docfleet/domain/deletion';
import { failureSentence } from '@docfleet/domain/document';
import { countRun, findSourceRun } from '@docfleet/domain/run';
import { AppError } from '@docfleet/errors';
import type { Handler, PayloadOf, syncConnection } from '@docfleet/queues';
import type { ConnectorSyncContext } from './context.ts';
import { addItems, type Sync } from './listing/apply-page.ts';
import { listItems } from './listing/list-items.ts';
import { itemDocument } from './listing/sort-items.ts';
import { lookUpMissing } from './look-up-missing.ts';
import { whileOpen } from './while-open.ts';

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
  { sync, connector: { find }, listing, proof }: Listed & { readonly proof: ListingProof },
  signal: AbortSignal,
): Promise<boolean> {
  const { database, dispatcher, settings } = context;
  const { run, plan } = sync;
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
  const proof = listing.end?.proof ?? undefined;
  const canEnd = proof
    ? await deleteAbsent(context, { ...listed, proof }, signal)
    : await addUnread(context, sync);
  if (!canEnd) return;
  await requireAnything(context, sync, listing);
  const isPartial = listing.isWhole && !proof;
  const isFollowed = !isPartial && !listing.isUnsettled;
  await endSync(context.database, run, {
    extent: listing.extent,
    isWhole: proof !== undefined,
    cursor: isFollowed ? (listing.end?.syncCursor ?? null) : null,
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

/** Says with the run what it waits for, as it may be tried again for a day. */
async function sayingTrouble(context: ConnectorSyncContext, sync: Sync, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (cause) {
    const error = AppError.from(cause);
    if (error.retryable) await noteTrouble(context.database, sync.run, failureSentence(error));
    throw cause;
  }
}

/** Lists what a connection shares and brings what is new, changed or gone into the run; then says that this was all. */
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

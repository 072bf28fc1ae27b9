import { type Connector, type ListPage, walkPages } from '@docfleet/connectors';
import { moveWalk, restartWalk, type SyncPlan, type Walk } from '@docfleet/domain/connection';
import { AppError } from '@docfleet/errors';
import type { ConnectorSyncContext } from '../context.ts';
import { applyPage, type Sync } from './apply-page.ts';

/** A vendor that forgets its cursors again and again is asked anew by the next attempt. */
const mostRestarts = 3;

interface Listing {
  /** As it lies with the run. */
  stored: Walk | undefined;
  walk: Walk;
}

const begin = ({ extent }: SyncPlan, cursor: string | undefined): Walk => ({
  extent,
  isWhole: cursor === undefined,
  cursor: cursor ?? null,
  isTouched: false,
  hasPaused: false,
  isUnsettled: false,
  end: null,
});

function advance(walk: Walk, page: ListPage, { hasMoved }: { hasMoved: boolean }): Walk {
  const named = page.items.length + page.deleted.length + page.skipped.length;
  const hasPaused = walk.hasPaused || (walk.isTouched && named === 0);
  // Where changes turn into a whole walk, that does not look again at what the changes have named before.
  const hasTurned = page.isComplete && !walk.isWhole && walk.hasPaused;
  return {
    ...walk,
    cursor: page.nextCursor ?? null,
    isTouched: walk.isTouched || named > 0,
    hasPaused,
    isUnsettled: walk.isUnsettled || hasMoved || hasTurned,
    end:
      page.nextCursor === undefined
        ? { isComplete: page.isComplete, syncCursor: page.syncCursor ?? null }
        : null,
  };
}

/** Lists from where the walk is to its end; false when the run takes no more, or another worker lists it. */
async function listOn(
  context: ConnectorSyncContext,
  { sync, connector, listing }: { sync: Sync; connector: Pick<Connector, 'list'>; listing: Listing },
  signal: AbortSignal,
): Promise<boolean> {
  const { run, plan } = sync;
  const from = listing.walk.cursor ?? undefined;
  for await (const page of walkPages(connector, from, plan.selection, signal)) {
    const applied = await applyPage(context, sync, page);
    if (!applied) return false;
    const to = advance(listing.walk, page, applied);
    const moved = await moveWalk(context.database, run.id, { from: listing.stored, to, page: applied });
    if (!moved) return false;
    listing.walk = to;
    listing.stored = to;
  }
  return true;
}

/** Begins a whole walk in place of the one that cannot go on. */
async function listAgain(
  { database }: ConnectorSyncContext,
  { run, plan }: Sync,
  listing: Listing,
): Promise<boolean> {
  const isUnsettled = listing.stored !== undefined;
  const to = { ...begin(plan, undefined), isUnsettled };
  const restarted = await restartWalk(database, run.id, { from: listing.stored, to });
  listing.walk = to;
  listing.stored = to;
  return restarted;
}

const hasExpired = (error: unknown) => error instanceof AppError && error.code === 'CURSOR_EXPIRED';

/**
 * Lists what a run has to, page by page, from where an earlier attempt came to; gives the walk at its end. Undefined when the run takes
 * no more, or another worker lists it.
 */
export async function listItems(
  context: ConnectorSyncContext,
  sync: Sync,
  connector: Pick<Connector, 'list'>,
  signal: AbortSignal,
): Promise<Walk | undefined> {
  const { plan } = sync;
  const listing: Listing = { stored: plan.walk, walk: plan.walk ?? begin(plan, plan.syncCursor) };
  // Other items are selected now, or another account has consented.
  const isOutdated = listing.walk.extent !== plan.extent;
  if (isOutdated && !(await listAgain(context, sync, listing))) return undefined;
  for (let restarts = 0; listing.walk.end === null; restarts += 1) {
    try {
      if (!(await listOn(context, { sync, connector, listing }, signal))) return undefined;
    } catch (error) {
      if (!hasExpired(error)) throw error;
      if (restarts >= mostRestarts)
        throw new AppError(
          'PROVIDER_UNAVAILABLE',
          'The vendor forgets again and again where its listing was',
        );
      if (!(await listAgain(context, sync, listing))) return undefined;
    }
  }
  return listing.walk;
}

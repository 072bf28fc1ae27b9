import { type Connector, type ListPage, listPages } from '@docfleet/connectors';
import {
  advanceListing,
  type ListingState,
  openFeeds,
  restartListing,
  type SyncPlan,
} from '@docfleet/domain/connection';
import { AppError } from '@docfleet/errors';
import type { ConnectorSyncContext } from '../context.ts';
import { applyPage, type Sync } from './apply-page.ts';

/** A vendor that forgets its cursors again and again is asked anew by the next attempt. */
const maxRestarts = 3;

/** A connection as it is read, and as it is where its vendor fails at one place for long. */
export interface Connectors {
  readonly waiting: Pick<Connector, 'list'>;
  readonly leaving: () => Pick<Connector, 'list'>;
}

interface Progress {
  /** State as it is stored with the run. */
  stored: ListingState | undefined;
  state: ListingState;
}

const begin = ({ extent }: SyncPlan, cursor: string | undefined): ListingState => ({
  extent,
  isWhole: cursor === undefined,
  cursor: cursor ?? null,
  isTouched: false,
  hasPaused: false,
  isUnsettled: false,
  end: null,
});

/** A page that has failed so often, and for so long, fails because of what is on it more likely than not. */
const stuckAfterMs = 30 * 60_000;
const maxFailures = 5;

/** Tests whether the vendor fails at one place, so that the part there is left out to get on with the others. */
const isStuck = ({ failing }: ListingState): boolean =>
  failing !== undefined &&
  failing.times >= maxFailures &&
  Date.now() - Date.parse(failing.since) >= stuckAfterMs;

/** Keeps with the run that the vendor has failed to answer once more. */
async function noteFailure(
  { database }: ConnectorSyncContext,
  { run }: Sync,
  progress: Progress,
  error: unknown,
): Promise<void> {
  if (!(error instanceof AppError) || error.code !== 'PROVIDER_UNAVAILABLE') return;
  const { since = new Date().toISOString(), times = 0 } = progress.state.failing ?? {};
  const to = { ...progress.state, failing: { since, times: times + 1 } };
  await advanceListing(database, run, { from: progress.stored, to, page: { skipped: [] } });
}

/** Several parts at once, or what is no part: the vendor itself is away. */
const failsEverywhere = (reason: string) =>
  new AppError('PROVIDER_UNAVAILABLE', 'The vendor has failed to answer for long', { details: { reason } });

/** Asks for the page at which the vendor is stuck once more, and leaves out what it fails to answer; for all others it is waited. */
function passing({ waiting, leaving }: Connectors, { state }: Progress): Pick<Connector, 'list'> {
  let isFirst = isStuck(state);
  return {
    async list(...order) {
      const leaves = isFirst;
      isFirst = false;
      if (!leaves) return waiting.list(...order);
      try {
        const page = await leaving().list(...order);
        const refused = page.skipped.filter(({ isRefused }) => isRefused);
        if (refused.length < 2 || page.items.length > 0) return page;
        throw failsEverywhere(refused[0]?.reason ?? '');
      } catch (error) {
        if (!(error instanceof AppError) || error.details['isFailing'] !== true) throw error;
        throw failsEverywhere(error.details.reason ?? error.message);
      }
    },
  };
}

/** Counts refused parts, so that a run in which all were refused reports it; undefined before the first. */
function refusedBy({ refused }: ListingState, { skipped }: ListPage): ListingState['refused'] {
  const parts = skipped.filter(({ isRefused }) => isRefused);
  const [first] = parts;
  if (!first) return refused;
  const { name, reason } = first;
  return { parts: (refused?.parts ?? 0) + parts.length, reason: refused?.reason ?? `${name}: ${reason}` };
}

function advance(
  { failing: _, ...state }: ListingState,
  page: ListPage,
  { hasMoved }: { hasMoved: boolean },
): ListingState {
  const refused = refusedBy(state, page);
  // What was left out of an earlier page has to count at the end as well.
  const proof = page.proof && refused ? 'NONE' : page.proof;
  const { isRestart = false } = page;
  const named = page.items.length + page.deleted.length + page.skipped.length;
  const hasPaused = state.hasPaused || (state.isTouched && named === 0);
  // Where changes turn into a whole listing, that does not look again at what the changes have named before.
  const hasTurned =
    (proof !== undefined && !state.isWhole && state.hasPaused) || (isRestart && state.isTouched);
  return {
    ...state,
    cursor: page.nextCursor ?? null,
    isWhole: state.isWhole || isRestart,
    isTouched: state.isTouched || named > 0,
    hasPaused,
    isUnsettled: state.isUnsettled || hasMoved || hasTurned,
    end: page.nextCursor === undefined ? { proof: proof ?? null, syncCursor: page.syncCursor ?? null } : null,
    ...(refused && { refused }),
  };
}

/** Lists from where it has come to, to the end; false when the run takes no more, or another worker lists it. */
async function listOn(
  context: ConnectorSyncContext,
  { sync, connectors, progress }: { sync: Sync; connectors: Connectors; progress: Progress },
  signal: AbortSignal,
): Promise<boolean> {
  const { run, plan } = sync;
  const from = progress.state.cursor ?? undefined;
  const feeds = openFeeds(context.database, run, plan.extent);
  const connector = passing(connectors, progress);
  for await (const page of listPages(connector, from, plan.selection, signal, feeds)) {
    const applied = await applyPage(context, sync, page);
    if (!applied) return false;
    const to = advance(progress.state, page, applied);
    const named = { skipped: applied.skipped, ...(page.feeds && { feeds: page.feeds }) };
    const advanced = await advanceListing(context.database, run, { from: progress.stored, to, page: named });
    if (!advanced) return false;
    progress.state = to;
    progress.stored = to;
  }
  return true;
}

/** Begins a whole listing in place of the one that cannot go on. */
async function listAgain(
  { database }: ConnectorSyncContext,
  { run, plan }: Sync,
  progress: Progress,
): Promise<boolean> {
  const isUnsettled = progress.stored !== undefined;
  const to = { ...begin(plan, undefined), isUnsettled };
  const restarted = await restartListing(database, run, { from: progress.stored, to });
  progress.state = to;
  progress.stored = to;
  return restarted;
}

const hasExpired = (error: unknown) => error instanceof AppError && error.code === 'CURSOR_EXPIRED';

/**
 * Lists what a run has to, page by page, from where an earlier attempt came to; returns the listing's last state. Undefined when the run
 * takes no more, or another worker lists it.
 */
export async function listItems(
  context: ConnectorSyncContext,
  sync: Sync,
  connectors: Connectors,
  signal: AbortSignal,
): Promise<ListingState | undefined> {
  const { plan } = sync;
  const progress: Progress = { stored: plan.listing, state: plan.listing ?? begin(plan, plan.syncCursor) };
  // Other items are selected now, or another account has consented.
  const isOutdated = progress.state.extent !== plan.extent;
  if (isOutdated && !(await listAgain(context, sync, progress))) return undefined;
  for (let restarts = 0; progress.state.end === null; restarts += 1) {
    try {
      if (!(await listOn(context, { sync, connectors, progress }, signal))) return undefined;
    } catch (error) {
      if (!hasExpired(error)) {
        await noteFailure(context, sync, progress, error);
        throw error;
      }
      if (restarts >= maxRestarts)
        throw new AppError(
          'PROVIDER_UNAVAILABLE',
          'The vendor forgets again and again where its listing was',
        );
      if (!(await listAgain(context, sync, progress))) return undefined;
    }
  }
  return progress.state;
}

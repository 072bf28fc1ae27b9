import { type Connector, type ListPage, listPages } from '@docfleet/connectors';
import {
  advanceListing,
  type ListingState,
  type OpenListing,
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
  stored: unknown;
  state: ListingState;
}

/** Begins with everything, or with changes since the last sync. */
const begin = ({ extent }: SyncPlan, cursor?: string, isUnsettled = false): OpenListing =>
  cursor === undefined
    ? { extent, isUnsettled, phase: 'WHOLE', cursor: null }
    : { extent, isUnsettled, phase: 'UNTOUCHED', cursor };

/** Milliseconds of repeated failures after which a page itself, rather than the vendor, is assumed to be the cause. */
const stuckAfterMs = 30 * 60_000;
const maxFailures = 5;

/** Tests whether the vendor fails at one place, so that the part there is left out to get on with the others. */
const isStuck = ({ failing }: OpenListing): boolean =>
  failing !== undefined &&
  failing.times >= maxFailures &&
  Date.now() - Date.parse(failing.since) >= stuckAfterMs;

const isOpen = (state: ListingState): state is OpenListing => 'cursor' in state;

/** Keeps with the run that the vendor has failed to answer once more. */
async function noteFailure(
  { database }: ConnectorSyncContext,
  { run }: Sync,
  progress: Progress,
  error: unknown,
): Promise<void> {
  const { state } = progress;
  if (!(error instanceof AppError) || error.code !== 'PROVIDER_UNAVAILABLE' || !isOpen(state)) return;
  const { since = new Date().toISOString(), times = 0 } = state.failing ?? {};
  const to = { ...state, failing: { since, times: times + 1 } };
  await advanceListing(database, run, { from: progress.stored, to, page: { skipped: [] } });
}

/** Error for several failing parts at once, or for none in particular: the vendor itself is unavailable. */
const failsEverywhere = (reason: string) =>
  new AppError('PROVIDER_UNAVAILABLE', 'The vendor has failed to answer for long', { details: { reason } });

/**
 * Requests the page at which the vendor is stuck once more, and leaves out the parts that it fails to answer; all other pages are
 * retried later.
 */
function passing({ waiting, leaving }: Connectors, state: OpenListing): Pick<Connector, 'list'> {
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

/** Tests whether changes turn into a whole listing, that does not look again at what the changes have named before. */
const hasTurned = ({ phase }: OpenListing, { isRestart, proof }: ListPage): boolean =>
  isRestart ? phase !== 'UNTOUCHED' : proof !== undefined && phase === 'PAUSED';

function phaseAfter(
  phase: Exclude<OpenListing['phase'], 'WHOLE'>,
  { items, deleted, skipped }: ListPage,
): typeof phase {
  const isEmpty = items.length + deleted.length + skipped.length === 0;
  if (phase === 'UNTOUCHED') return isEmpty ? 'UNTOUCHED' : 'TOUCHED';
  return isEmpty ? 'PAUSED' : phase;
}

function advance(state: OpenListing, page: ListPage, { hasMoved }: { hasMoved: boolean }): ListingState {
  const refused = refusedBy(state, page);
  const isUnsettled = state.isUnsettled || hasMoved || hasTurned(state, page);
  const same = { extent: state.extent, isUnsettled, ...(refused && { refused }) };
  const { nextCursor: cursor, syncCursor = null, isRestart = false } = page;
  // Items left out of an earlier page must count at the end as well.
  const proof = page.proof && refused ? 'NONE' : page.proof;
  if (cursor === undefined && proof) return { ...same, phase: 'COMPLETE', proof, syncCursor };
  if (state.phase === 'WHOLE' || isRestart)
    return cursor === undefined ? { ...same, phase: 'PARTIAL' } : { ...same, phase: 'WHOLE', cursor };
  if (cursor === undefined) return { ...same, phase: 'FOLLOWED', syncCursor };
  return { ...same, phase: phaseAfter(state.phase, page), cursor };
}

/** Lists from where it has come to, to the end; false when the run takes no more, or another worker lists it. */
async function listOn(
  context: ConnectorSyncContext,
  { sync, connectors, progress }: { sync: Sync; connectors: Connectors; progress: Progress },
  signal: AbortSignal,
): Promise<boolean> {
  const { run, plan } = sync;
  let { state } = progress;
  if (!isOpen(state)) return true;
  const from = state.cursor ?? undefined;
  const feeds = openFeeds(context.database, run, plan.extent);
  const connector = passing(connectors, state);
  for await (const page of listPages(connector, from, plan.selection, signal, feeds)) {
    const applied = await applyPage(context, sync, page);
    if (!applied) return false;
    const to = advance(state, page, applied);
    const named = { skipped: applied.skipped, ...(page.feeds && { feeds: page.feeds }) };
    const advanced = await advanceListing(context.database, run, { from: progress.stored, to, page: named });
    if (!advanced) return false;
    progress.state = to;
    progress.stored = to;
    if (isOpen(to)) state = to;
  }
  return true;
}

/** Begins a whole listing in place of the one that cannot go on. */
async function listAgain(
  { database }: ConnectorSyncContext,
  { run, plan }: Sync,
  progress: Progress,
): Promise<boolean> {
  const to = begin(plan, undefined, progress.stored !== undefined);
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
  const state = plan.listing ?? begin(plan, plan.syncCursor);
  const progress: Progress = { stored: plan.storedListing, state };
  // Other items are selected now, or another account has consented.
  const isOutdated = progress.state.extent !== plan.extent;
  if (isOutdated && !(await listAgain(context, sync, progress))) return undefined;
  for (let restarts = 0; isOpen(progress.state); restarts += 1) {
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

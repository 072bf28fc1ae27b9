import type { Connector, ConnectorItem, SkippedItem } from '@docfleet/connectors';
import {
  askForConfirmation,
  countMissing,
  findMissingItems,
  needsConfirmation,
} from '@docfleet/domain/connection';
import { deleteVanished, noteUnchanged } from '@docfleet/domain/run';
import { AppError } from '@docfleet/errors';
import type { ConnectorSyncContext } from './context.ts';
import { applyItems, type Sync } from './listing/apply-page.ts';

interface Missing {
  readonly sync: Sync;
  readonly connector: Pick<Connector, 'find'>;
  /** Whether the vendor itself calls the listing incomplete. */
  readonly isUnproven: boolean;
}

/** What the vendor does not let the connection see is not gone for that. */
const isClosed = (error: unknown) => error instanceof AppError && error.code === 'ITEM_FORBIDDEN';

/** Asks for missing items one by one; returns those that are there after all, and those of which nothing can be said. */
async function lookUp(
  find: NonNullable<Connector['find']>,
  externalIds: readonly string[],
  signal: AbortSignal,
): Promise<{ present: ConnectorItem[]; closed: string[] }> {
  const found = { present: [] as ConnectorItem[], closed: [] as string[] };
  for (const externalId of externalIds) {
    try {
      const item = await find(externalId, signal);
      if (item) found.present.push(item);
    } catch (error) {
      if (!isClosed(error)) throw error;
      found.closed.push(externalId);
    }
  }
  return found;
}

/** Brings in what an incomplete listing left out and is there; false when the run takes no more. */
async function findLeftOut(
  context: ConnectorSyncContext,
  { sync, connector: { find } }: Missing,
  signal: AbortSignal,
): Promise<boolean> {
  for await (const items of findMissingItems(context.database, sync.run)) {
    const externalIds = items.map(({ externalId }) => externalId);
    // A connector that cannot ask keeps everything.
    const { present, closed } = find
      ? await lookUp(find, externalIds, signal)
      : { present: [], closed: externalIds };
    const skipped: SkippedItem[] = [];
    if (!(await applyItems(context, sync, { items: present, skipped }))) return false;
    await noteUnchanged(
      context.database,
      sync.run,
      closed.map((externalId) => ({ externalId })),
    );
  }
  return true;
}

/**
 * Deletes what a whole listing did not name. Where the vendor calls its listing incomplete, each missing item is asked for first; and
 * where much would be deleted, the run stops until that is confirmed. False when the run stops, or takes no more.
 */
export async function deleteMissing(
  context: ConnectorSyncContext,
  missing: Missing,
  signal: AbortSignal,
): Promise<boolean> {
  const { database, dispatcher, settings } = context;
  const { run, plan } = missing.sync;
  if (missing.isUnproven && !(await findLeftOut(context, missing, signal))) return false;
  const deletion = await countMissing(database, run);
  if (!plan.isDeletionConfirmed && needsConfirmation(deletion, settings.deletionLimits)) {
    await askForConfirmation(database, run, deletion);
    return false;
  }
  for await (const jobs of deleteVanished(database, run)) dispatcher.dispatch(jobs);
  return true;
}

import type { Connector } from '@docfleet/connectors';
import {
  askForConfirmation,
  countMissing,
  type ListingState,
  needsConfirmation,
} from '@docfleet/domain/connection';
import { deleteVanished } from '@docfleet/domain/run';
import type { ConnectorSyncContext } from './context.ts';
import type { Sync } from './listing/apply-page.ts';
import { lookUpMissing } from './look-up-missing.ts';

interface Missing {
  readonly sync: Sync;
  readonly connector: Pick<Connector, 'find'>;
  /** A whole listing at its end. */
  readonly listing: ListingState;
  /** Whether the vendor itself calls the listing incomplete. */
  readonly isUnproven: boolean;
}

/**
 * Deletes what a whole listing did not name. Where the vendor calls its listing incomplete, each missing item is asked for first; and
 * where much would be deleted, the run stops until that is confirmed. False when the run stops, or takes no more.
 */
export async function deleteMissing(
  context: ConnectorSyncContext,
  { sync, connector: { find }, listing, isUnproven }: Missing,
  signal: AbortSignal,
): Promise<boolean> {
  const { database, dispatcher, settings } = context;
  const { run, plan } = sync;
  if (isUnproven && !(await lookUpMissing(context, { sync, find, listing }, signal))) return false;
  const deletion = await countMissing(database, run);
  if (!plan.isDeletionConfirmed && needsConfirmation(deletion, settings.deletionLimits)) {
    await askForConfirmation(database, run, deletion);
    return false;
  }
  for await (const jobs of deleteVanished(database, run)) dispatcher.dispatch(jobs);
  return true;
}

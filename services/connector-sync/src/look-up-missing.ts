import type { ConnectorItem, SkippedItem } from '@docfleet/connectors';
import {
  advanceListing,
  findMissingItems,
  type ListingState,
  type UnreadItem,
} from '@docfleet/domain/connection';
import { noteUnchanged } from '@docfleet/domain/run';
import { AppError } from '@docfleet/errors';
import type { ConnectorSyncContext } from './context.ts';
import { applyItems, type Sync } from './listing/apply-page.ts';

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

/** Asks for one item: undefined when it is gone, or lies outside of what was listed. */
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
 * Asks for each item that a listing did not name, and brings in what is there. How far it has come is kept with the run: of
 * thousands, each of which may meet a vendor in trouble, an attempt need not ask for all. False when the run takes no more.
 */
export async function lookUpMissing(
  context: ConnectorSyncContext,
  { sync, ask, listing }: { sync: Sync; ask: Ask; listing: ListingState },
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

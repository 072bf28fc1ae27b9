import type { Database } from '@docfleet/database';
import type { OutboxJob } from '../outbox/outbox.ts';
import type { SourceRun } from '../run/source-run.ts';
import { askForConfirmation, isDeletionConfirmed } from './confirm-deletion.ts';
import { deleteGone } from './delete-gone.ts';
import type { DeletionLimits } from './deletion-limits.ts';
import { countMissing, type DeletionState, missingDocuments } from './missing-documents.ts';

/**
 * How a listing that has come to its end shows that it named everything: its source says so (STATED), a number that the source names
 * agrees (COUNTED), or not at all (NONE).
 */
export const listingProofs = ['STATED', 'COUNTED', 'NONE'] as const;
export type ListingProof = (typeof listingProofs)[number];

/** The end of a listing that covered a whole source. */
export interface EndedListing {
  readonly proof: ListingProof;
  readonly limits: DeletionLimits;
  /**
   * Asks the source for each document that the listing did not name, and adds those to the run that are there or of which the source
   * does not say. Returns false when the run accepts no more. Absent where a source cannot be asked for one document.
   */
  readonly lookUp?: (() => Promise<boolean>) | undefined;
  readonly dispatch: (jobs: readonly OutboxJob[]) => void;
}

const isPlausible = ({ missing, documents }: DeletionState, limits: DeletionLimits): boolean =>
  missing <= limits.documents && missing * 100 <= documents * limits.percent;

/**
 * Deletes the documents of a run's job that a whole listing did not name: those that their source says are gone, as far as it can be asked,
 * and no more than the limits allow. Beyond them, and where nothing proves that they are gone, the run stops as NEEDS_CONFIRMATION.
 * Returns whether the run may end: false when it waits for the confirmation, or accepts no more.
 */
export async function deleteMissing(
  database: Database,
  run: SourceRun,
  { proof, limits, lookUp, dispatch }: EndedListing,
): Promise<boolean> {
  const unnamed = await countMissing(database, run);
  if (unnamed.missing === 0) return true;
  const isConfirmed = await isDeletionConfirmed(database, run);
  // A listing that names nothing looks like one that failed, whatever its source says of it.
  const isProven = proof !== 'NONE' && unnamed.missing < unnamed.documents;
  const ask = async (deletion: DeletionState) => {
    await askForConfirmation(database, run, deletion);
    return false;
  };
  // A question is cheaper than thousands of look-ups, and they follow once it is answered.
  if (isProven && !isConfirmed && !isPlausible(unnamed, limits)) return ask(unnamed);
  if (lookUp && !(await lookUp())) return false;
  const gone = await countMissing(database, run);
  const isShown = isProven || lookUp !== undefined;
  if (gone.missing > 0 && !isConfirmed && !(isShown && isPlausible(gone, limits))) return ask(gone);
  const reason = lookUp
    ? 'Its source no longer lists it, and says that it is gone'
    : 'It is no longer among what its source lists';
  for await (const jobs of deleteGone(database, run, { condition: missingDocuments(run), reason }))
    dispatch(jobs);
  return true;
}

import type { Database, DatabaseSession, Prisma } from '@docfleet/database';
import { recordAuditEvent } from '../audit-event/audit-events.ts';
import { retryDeadlocks } from '../database/failures.ts';
import { hideDocuments } from '../document/delete-documents.ts';
import type { OutboxJob } from '../outbox/outbox.ts';
import type { SourceRun } from '../run/source-run.ts';
import {
  askForConfirmation,
  countMissing,
  type DeletionLimits,
  type DeletionState,
  isDeletionConfirmed,
  missingDocuments,
} from './missing-documents.ts';

const batchSize = 500;

interface GoneDocument {
  readonly id: string;
  readonly ingestJobRunId: string;
  readonly externalId: string;
  readonly name: string | null;
}

/** Documents that are gone, and the evidence for it. */
interface Gone {
  readonly condition: Prisma.Sql;
  readonly reason: string;
}

/** Records the deletions of a run in its report. */
async function noteDeleted(
  session: DatabaseSession,
  run: SourceRun,
  { documents, reason }: { documents: readonly GoneDocument[]; reason: string },
): Promise<void> {
  // A document that the run had counted before it was deleted counts as deleted only: it has left the run.
  await session.$executeRaw`
    DELETE FROM ingest_job_run_documents
    WHERE "ingestJobRunId" = ${run.id}::uuid
      AND "documentId" = ANY(${documents.map(({ id }) => id)}::uuid[])`;
  await session.$executeRaw`
    INSERT INTO ingest_job_run_items ("ingestJobRunId", "externalId", outcome, name, reason)
    SELECT ${run.id}::uuid, item."externalId", 'DELETED', item.name, ${reason}
    FROM unnest(${documents.map(({ externalId }) => externalId)}::text[], ${documents.map(({ name }) => name)}::text[])
      AS item("externalId", name)
    ON CONFLICT ("ingestJobRunId", "externalId") DO UPDATE SET outcome = 'DELETED', reason = EXCLUDED.reason`;
}

async function hideBatch(
  session: DatabaseSession,
  run: SourceRun,
  { condition, reason }: Gone,
): Promise<OutboxJob[] | undefined> {
  const { organizationId, namespaceId, tenantId } = run;
  const documents = await session.$queryRaw<GoneDocument[]>`
    SELECT id, "ingestJobRunId", "externalId", name FROM documents WHERE ${condition} AND "liveKey" IS NOT NULL
    ORDER BY id LIMIT ${batchSize} FOR UPDATE`;
  if (documents.length === 0) return undefined;
  await recordAuditEvent(
    session,
    { organizationId, apiKeyId: null },
    {
      action: 'document.vanished',
      targetType: 'ingest_job_run',
      targetId: run.id,
      tenantId,
      details: { documents: documents.length },
    },
  );
  const jobs = await hideDocuments(session, namespaceId, documents);
  await noteDeleted(session, run, { documents, reason });
  return jobs;
}

/** Deletes the documents of a condition, which a run has found gone at their source; returns the jobs to dispatch of each batch. */
export async function* deleteGone(
  database: Database,
  run: SourceRun,
  gone: Gone,
): AsyncGenerator<OutboxJob[]> {
  for (;;) {
    const jobs = await retryDeadlocks(() =>
      database.$transaction((session) => hideBatch(session, run, gone)),
    );
    if (!jobs) return;
    yield jobs;
  }
}

/** Reason for deleting a document that its source no longer lists, and that was not looked up by itself. */
const notListed = 'It is no longer among what its source lists';
/** The reason of a deletion where the source was asked, and named the item as gone. */
const saidToBeGone = 'Its source no longer lists it, and says that it is gone';

/** A list that is too short for longer than a week has become another list, and not met a fault. */
const days = 7;

/**
 * Counts what the runs of a job have deleted within a week because it was not listed, without a confirmation and without having asked for
 * it: a source that shrinks a little with each run would be emptied by limits that begin anew with each.
 */
async function countDeletedLately(database: Database, { ingestJobId }: SourceRun): Promise<number> {
  const [counted] = await database.$queryRaw<[{ deleted: number }]>`
    SELECT count(*)::int AS deleted FROM ingest_job_runs run JOIN ingest_job_run_items item ON item."ingestJobRunId" = run.id
    WHERE run."ingestJobId" = ${ingestJobId}::uuid AND run."createdAt" > now() - ${days} * interval '1 day'
      AND NOT coalesce((run.deletion ->> 'isConfirmed')::boolean, false)
      AND item.outcome = 'DELETED' AND item.reason = ${notListed}`;
  return counted.deleted;
}

/** Proofs that a completed listing named everything: its source says so (STATED), or nothing does (NONE). */
export const listingProofs = ['STATED', 'NONE'] as const;
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
  /**
   * Whether a source may leave out items that still exist, as a site does with its pages: a look-up then keeps items that exist as
   * long as their deletion was not confirmed, and proves nothing in place of the listing.
   */
  readonly mayLeaveOut?: boolean;
  readonly dispatch: (jobs: readonly OutboxJob[]) => void;
}

/** Number of looked-up documents that are deleted without a confirmation, regardless of their share, as long as most of a small job is left. */
const few = 3;

const isFew = ({ missing, documents }: DeletionState, limits: DeletionLimits): boolean =>
  missing <= few && missing * 2 < documents && limits.percent > 0 && missing <= limits.documents;

const isPlausible = ({ missing, documents }: DeletionState, limits: DeletionLimits): boolean =>
  missing <= limits.documents && missing * 100 <= documents * limits.percent;

/** Tests whether a number of deletions is allowed without a confirmation. Deletions proven by listings alone count together for a week. */
async function isWithin(
  database: Database,
  { run, limits, isLookedUp }: { run: SourceRun; limits: DeletionLimits; isLookedUp: boolean },
  deletion: DeletionState,
): Promise<boolean> {
  if (isLookedUp) return isPlausible(deletion, limits) || isFew(deletion, limits);
  const earlier = await countDeletedLately(database, run);
  const { missing, documents } = deletion;
  return isPlausible({ ...deletion, missing: missing + earlier, documents: documents + earlier }, limits);
}

/**
 * Deletes the documents of a run's job that a whole listing did not name: those that their source says are gone, as far as it can be asked,
 * and no more than the limits allow. Beyond them, and where nothing proves that they are gone, the run stops as NEEDS_CONFIRMATION.
 * Returns whether the run may end: false when it waits for the confirmation, or accepts no more.
 */
export async function deleteMissing(
  database: Database,
  run: SourceRun,
  { proof, limits, lookUp, mayLeaveOut = false, dispatch }: EndedListing,
): Promise<boolean> {
  const unnamed = await countMissing(database, run);
  if (unnamed.missing === 0) return true;
  const isConfirmed = await isDeletionConfirmed(database, run);
  const decides = lookUp !== undefined && !mayLeaveOut;
  const within = { run, limits, isLookedUp: lookUp !== undefined };
  // An empty listing is treated as failed, even if its source calls it complete.
  const isProven = proof !== 'NONE' && unnamed.missing < unnamed.documents;
  const ask = async (deletion: DeletionState) => {
    await askForConfirmation(database, run, deletion);
    return false;
  };
  // A question is cheaper than thousands of look-ups, and they follow once it is answered.
  const mayBeShown = isProven ? await isWithin(database, within, unnamed) : decides;
  if (!isConfirmed && !mayBeShown) return ask(unnamed);
  if (lookUp && (decides || !isConfirmed) && !(await lookUp())) return false;
  const gone = await countMissing(database, run);
  if (gone.missing > 0 && !isConfirmed && !(await isWithin(database, within, gone))) return ask(gone);
  const reason = lookUp && (decides || !isConfirmed) ? saidToBeGone : notListed;
  for await (const jobs of deleteGone(database, run, { condition: missingDocuments(run), reason }))
    dispatch(jobs);
  return true;
}

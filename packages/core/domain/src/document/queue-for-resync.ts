import type { DatabaseSession, DocumentStage } from '@docfleet/database';
import type { Admission } from '../admission/admission.ts';
import { admitTogether, type Window } from '../admission/admit-together.ts';
import { type OutboxJob, outboxRows } from '../outbox/outbox.ts';
import { firstStage } from './first-stage.ts';
import type { LockedDocument } from './lock-page.ts';
import { stageJob } from './stage-queue.ts';
import { statusesBefore } from './transitions.ts';

const resyncable = statusesBefore('QUEUED_FOR_RESYNC');

/** Returns the reason why a document cannot be resynced, as a sentence for its owner; undefined when it can. */
export function resyncRefusal(document: LockedDocument): string | undefined {
  if (!firstStage(document))
    return 'A text or an uploaded file has no source that it could be read from again';
  if (!resyncable.includes(document.status))
    return `The document is ${document.status}: it is being read already`;
  return undefined;
}

/**
 * Queues resyncable, locked documents at their first stage in the runs of their jobs, which already count them, in one statement.
 * Documents beyond their namespace's window go into the backlog. Returns the jobs to dispatch.
 */
export async function queueForResync(
  session: DatabaseSession,
  documents: readonly LockedDocument[],
  runOfJob: ReadonlyMap<string, string>,
  window: Window,
): Promise<OutboxJob[]> {
  const admissions = await admitTogether(session, window, documents);
  const moved = documents.map((document, index) => ({
    ...document,
    ...(admissions[index] as Admission),
    stage: firstStage(document) as DocumentStage,
    runId: runOfJob.get(document.ingestJobId) as string,
    revision: document.revision + 1,
  }));
  const admitted = moved.filter(({ status }) => status === 'QUEUED');
  const jobs = admitted.map((one) => stageJob(one.stage, one, one.documentsAhead));
  await session.$executeRaw`
    WITH document AS (
      UPDATE documents
      SET status = CASE WHEN resynced.admitted THEN 'QUEUED_FOR_RESYNC' ELSE 'BACKLOG' END::"DocumentStatus", stage = resynced.stage, revision = documents.revision + 1, crashes = 0, "errorCode" = NULL,
        "ingestionError" = NULL, "ingestJobRunId" = resynced."runId", "updatedAt" = now()
      FROM unnest(${moved.map((one) => one.id)}::uuid[], ${moved.map((one) => one.stage)}::"DocumentStage"[],
        ${moved.map((one) => one.runId)}::uuid[], ${moved.map(({ status }) => status === 'QUEUED')}::bool[])
        AS resynced(id, stage, "runId", admitted)
      WHERE documents.id = resynced.id
      RETURNING documents.id, documents."ingestJobRunId"
    ), item AS (
      INSERT INTO ingest_job_run_documents ("ingestJobRunId", "documentId") SELECT "ingestJobRunId", id FROM document
    )
    INSERT INTO outbox_entries (id, queue, payload) SELECT entry.id, entry.queue, entry.payload FROM ${outboxRows(jobs)}`;
  return jobs;
}

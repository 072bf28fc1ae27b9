import type { DocumentStage } from '@docfleet/database';
import { embedDocument, fetchItem, fetchPage, parseDocument } from '@docfleet/queues';
import { createOutboxJob, type OutboxJob } from '../outbox/outbox.ts';

const stageQueues = {
  FETCH_PAGE: fetchPage,
  FETCH_ITEM: fetchItem,
  PARSE: parseDocument,
  EMBED: embedDocument,
} as const satisfies Record<DocumentStage, unknown>;

/** The name of the queue that drives documents on from this stage. */
export const queueOfStage = (stage: DocumentStage): string => stageQueues[stage].name;

interface StagedDocument {
  readonly namespaceId: string;
  readonly id: string;
  readonly revision: number;
  /** The trace context of the run, for callers other than the request that created it. */
  readonly traceparent?: string | null;
}

/** Returns the job for a stage of a document. The more documents of its namespace are in flight (`documentsAhead`), the lower its priority. */
export function stageJob(
  stage: DocumentStage,
  { namespaceId, id: documentId, revision, traceparent }: StagedDocument,
  documentsAhead = 0,
): OutboxJob {
  const payload = { namespaceId, documentId, revision };
  return createOutboxJob(stageQueues[stage], payload, { priority: documentsAhead, traceparent });
}

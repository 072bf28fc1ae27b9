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
  /** Of its run, where somebody else than who asked for the run drives the document on. */
  readonly traceparent?: string | null;
}

/** The job that drives a document on from this stage; `documentsAhead` of its namespace are in flight already, and others' come before. */
export function stageJob(
  stage: DocumentStage,
  { namespaceId, id: documentId, revision, traceparent }: StagedDocument,
  documentsAhead = 0,
): OutboxJob {
  const payload = { namespaceId, documentId, revision };
  return createOutboxJob(stageQueues[stage], payload, { priority: documentsAhead, traceparent });
}

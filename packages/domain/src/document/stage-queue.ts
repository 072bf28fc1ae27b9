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

/** The job that drives a document on from this stage; `documentsAhead` of its namespace are in flight already, and others' come before. */
export function stageJob(
  stage: DocumentStage,
  document: { readonly namespaceId: string; readonly id: string; readonly revision: number },
  documentsAhead = 0,
): OutboxJob {
  const { namespaceId, id: documentId, revision } = document;
  return createOutboxJob(stageQueues[stage], { namespaceId, documentId, revision }, documentsAhead);
}

import type { DocumentStage, DocumentStatus } from '@docfleet/database';
import { embedDocument, fetchItem, fetchPage, parseDocument } from '@docfleet/queues';
import { isReadable } from '../ingest/accept-source.ts';
import { createOutboxJob, type OutboxJob } from '../outbox/outbox.ts';

/** The first stage of a resync; content that came with its request cannot be read again. */
const firstStages: Readonly<Record<string, DocumentStage | undefined>> = {
  TEXT: undefined,
  FILE: undefined,
  URL: 'FETCH_PAGE',
};

/** Returns the stage that reads a document from its source again; undefined when it has none. Every other type is a connector's. */
export function firstStage({
  documentType,
  ingestionSource,
}: {
  documentType: string;
  ingestionSource: string;
}): DocumentStage | undefined {
  if (!isReadable(ingestionSource)) return undefined;
  return Object.hasOwn(firstStages, documentType) ? firstStages[documentType] : 'FETCH_ITEM';
}

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

/** All transitions of a document. A status without an entry does not compile. */
export const documentTransitions = {
  BACKLOG: ['BACKLOG', 'QUEUED', 'CANCELLED', 'QUEUED_FOR_UPDATE', 'QUEUED_FOR_DELETION'],
  QUEUED: ['BACKLOG', 'QUEUED', 'PROCESSING', 'CANCELLED', 'QUEUED_FOR_UPDATE', 'QUEUED_FOR_DELETION'],
  QUEUED_FOR_RESYNC: [
    'BACKLOG',
    'QUEUED',
    'PROCESSING',
    'CANCELLED',
    'QUEUED_FOR_UPDATE',
    'QUEUED_FOR_DELETION',
  ],
  QUEUED_FOR_UPDATE: [
    'BACKLOG',
    'QUEUED',
    'PROCESSING',
    'CANCELLED',
    'QUEUED_FOR_UPDATE',
    'QUEUED_FOR_DELETION',
  ],
  QUEUED_FOR_DELETION: [],
  // To itself: a retry, the next stage, or another worker after a crash.
  PROCESSING: [
    'BACKLOG',
    'QUEUED',
    'PROCESSING',
    'SUCCESS',
    'FAILED',
    'CANCELLED',
    'QUEUED_FOR_UPDATE',
    'QUEUED_FOR_DELETION',
  ],
  SUCCESS: ['BACKLOG', 'QUEUED', 'QUEUED_FOR_RESYNC', 'QUEUED_FOR_UPDATE', 'QUEUED_FOR_DELETION'],
  FAILED: ['BACKLOG', 'QUEUED', 'QUEUED_FOR_RESYNC', 'QUEUED_FOR_UPDATE', 'QUEUED_FOR_DELETION'],
  CANCELLED: ['BACKLOG', 'QUEUED', 'QUEUED_FOR_RESYNC', 'QUEUED_FOR_UPDATE', 'QUEUED_FOR_DELETION'],
} as const satisfies Record<DocumentStatus, readonly DocumentStatus[]>;

const statuses = Object.keys(documentTransitions) as DocumentStatus[];

/** Returns the statuses that precede `next`, for the WHERE clause of an update. */
export function statusesBefore(next: DocumentStatus): DocumentStatus[] {
  return statuses.filter((status) =>
    (documentTransitions[status] as readonly DocumentStatus[]).includes(next),
  );
}

/** The statuses of documents that are queued or in progress, which fill their namespace's window. */
export const inFlightStatuses: DocumentStatus[] = statusesBefore('PROCESSING');

/** The statuses in which a document still has work before it. */
export const unfinishedStatuses: DocumentStatus[] = ['BACKLOG', ...inFlightStatuses];

/** The statuses in which a document has no pending work. */
export const endedStatuses: DocumentStatus[] = ['SUCCESS', 'FAILED', 'CANCELLED'];

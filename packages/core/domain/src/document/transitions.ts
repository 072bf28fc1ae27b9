import type { DocumentStatus } from '@docfleet/database';

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

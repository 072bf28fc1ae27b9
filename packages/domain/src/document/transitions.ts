import type { DocumentStatus } from '@docfleet/database';

/** Every move a document can make. A status without its moves does not compile. */
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

/** The statuses a document may be in just before `next`: what an update asks for. */
export function statusesBefore(next: DocumentStatus): DocumentStatus[] {
  return statuses.filter((status) =>
    (documentTransitions[status] as readonly DocumentStatus[]).includes(next),
  );
}

/** The statuses of documents that lie in a queue or are in work: they fill their namespace's window. */
export const inFlightStatuses: DocumentStatus[] = statusesBefore('PROCESSING');

/** The statuses in which a document still has work before it. */
export const unfinishedStatuses: DocumentStatus[] = ['BACKLOG', ...inFlightStatuses];

/** The statuses in which a document waits for nobody until somebody asks for something new. */
export const endedStatuses: DocumentStatus[] = ['SUCCESS', 'FAILED', 'CANCELLED'];

import type { DocumentStatus } from '@docfleet/domain/database';
import type { RunWithDocuments } from '@docfleet/domain/run';
import { z } from 'zod';

/** List of a run's response in which documents of each state appear, and the status shown there. */
export const places = {
  BACKLOG: ['queued', 'QUEUED'],
  QUEUED: ['queued', 'QUEUED'],
  QUEUED_FOR_RESYNC: ['queued', 'QUEUED'],
  QUEUED_FOR_UPDATE: ['queued', 'QUEUED'],
  PROCESSING: ['processing', 'PROCESSING'],
  SUCCESS: ['completed', 'SUCCESS'],
  FAILED: ['failed', 'FAILED'],
  CANCELLED: ['cancelled', 'CANCELLED'],
  // This run does no more work on it.
  QUEUED_FOR_DELETION: ['cancelled', 'CANCELLED'],
} as const satisfies Record<DocumentStatus, readonly [string, DocumentStatus]>;

export type List = (typeof places)[DocumentStatus][0];

const count = z.int().min(0);
export const documentCounts = z
  .object({ queued: count, processing: count, completed: count, failed: count, cancelled: count })
  .describe('How many documents there are in all, also those that a list has no room for');

/** Returns the number of documents of each list, also of those beyond its maximum length. */
export function countByPlace(counts: RunWithDocuments['counts']): Record<List, number> {
  const byPlace = { queued: 0, processing: 0, completed: 0, failed: 0, cancelled: 0 };
  for (const [status, documents] of Object.entries(counts))
    byPlace[places[status as DocumentStatus][0]] += documents;
  return byPlace;
}

import type { DocumentOutcome } from '@docfleet/sdk';

/** Documents that failed for the same reason. */
export interface FailureGroup {
  readonly error: string;
  readonly documentIds: readonly string[];
}

/** Groups the documents that failed for the same reason, the most frequent first. */
export function groupFailures(failed: readonly DocumentOutcome[]): FailureGroup[] {
  const byError = Map.groupBy(failed, ({ error }) => error ?? 'Failed without a reason');
  return [...byError]
    .map(([error, documents]) => ({ error, documentIds: documents.map(({ id }) => id) }))
    .toSorted((a, b) => b.documentIds.length - a.documentIds.length);
}

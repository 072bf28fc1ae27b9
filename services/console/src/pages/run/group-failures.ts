import type { DocumentOutcome } from '@docfleet/sdk';

/** Documents that failed for the same reason. */
export interface FailureGroup {
  readonly error: string;
  readonly documentIds: readonly string[];
}

/** Puts together what failed alike, the most frequent reason first: a hundred bad files are one matter. */
export function groupFailures(failed: readonly DocumentOutcome[]): FailureGroup[] {
  const byError = Map.groupBy(failed, ({ error }) => error ?? 'It failed without a reason');
  return [...byError]
    .map(([error, documents]) => ({ error, documentIds: documents.map(({ id }) => id) }))
    .toSorted((a, b) => b.documentIds.length - a.documentIds.length);
}

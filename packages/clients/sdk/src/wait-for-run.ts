import { DocfleetError } from './docfleet-error.ts';
import type { IngestJobRunDocuments } from './generated/api.ts';
import type { Method } from './method.ts';
import { backoffMs, wait } from './repeat.ts';

const ended: ReadonlySet<string> = new Set(['COMPLETED', 'COMPLETED_WITH_ERRORS', 'FAILED']);

/** Whether all documents of a run have ended, however they did. One that needs a confirmation has not. */
export const hasRunEnded = ({ status }: Pick<IngestJobRunDocuments, 'status'>): boolean => ended.has(status);

/** The run, as an ingestion answered it. */
export interface RunToWaitFor {
  readonly namespaceId: string;
  readonly ingestJobRunId: string;
}

/** Options of waiting for a run. */
export interface WaitForRunOptions {
  /** Called with the run after each request. */
  readonly onProgress?: (run: IngestJobRunDocuments) => void;
  /** Resolves although documents failed; the run says which. */
  readonly allowFailures?: boolean;
  /** Timeout of the wait in milliseconds; unlimited by default. */
  readonly deadlineMs?: number;
  /** The longest wait before the second request, doubled with each up to 8 seconds, in milliseconds; 250 by default. */
  readonly pollDelayMs?: number;
  readonly signal?: AbortSignal;
  readonly tenantId?: string | null;
}

/**
 * Reads a run until it has ended, or waits for a confirmation, and returns its last state. Rejects with RUN_FAILED when its source could
 * not be read, a document failed or a confirmation is needed, with TIMEOUT at the deadline; the run goes on then.
 */
export async function waitForRun(
  getRun: Method<'GET /v1/ingest-job-runs/{ingestJobRunId}'>,
  { namespaceId, ingestJobRunId }: RunToWaitFor,
  { onProgress, allowFailures = false, deadlineMs, pollDelayMs = 250, ...request }: WaitForRunOptions,
): Promise<IngestJobRunDocuments> {
  const endsAt = deadlineMs === undefined ? Number.POSITIVE_INFINITY : Date.now() + deadlineMs;
  for (let polls = 0; ; polls++) {
    const leftMs = endsAt - Date.now();
    const options = Number.isFinite(leftMs) ? { ...request, deadlineMs: Math.max(1, leftMs) } : request;
    const run = await getRun({ namespaceId, ingestJobRunId }, options);
    onProgress?.(run);
    if (hasRunEnded(run) || run.status === 'NEEDS_CONFIRMATION') return succeeded(run, allowFailures);
    const delayMs = backoffMs(polls, pollDelayMs);
    if (Date.now() + delayMs >= endsAt)
      throw new DocfleetError('TIMEOUT', `The run is still ${run.status} after ${deadlineMs} ms`, { run });
    await wait(delayMs, request.signal);
  }
}

function succeeded(run: IngestJobRunDocuments, allowFailures: boolean): IngestJobRunDocuments {
  const { status, errorMessage, documentCounts, documents } = run;
  const { failed } = documentCounts;
  if (allowFailures || (status === 'COMPLETED' && errorMessage === null && failed === 0)) return run;
  const [first] = documents.failed;
  const documentsFailed =
    failed > 0 ? `Documents failed: ${failed}, the first with: ${first?.error}` : undefined;
  throw new DocfleetError('RUN_FAILED', errorMessage ?? documentsFailed ?? `The run is ${status}`, { run });
}

import { DocfleetError, type IngestJobRunDocuments } from '@docfleet/sdk';
import { z } from 'zod';
import { cleanLine } from '../clean-text.ts';
import { defineTool, looks, namespace, type ToolContext } from '../tool.ts';

const maxFailures = 20;
const maxWaitSeconds = 20;

const failure = z.object({ documentId: z.string(), error: z.string().nullable() });
const skipped = z.object({ externalId: z.string(), name: z.string(), reason: z.string() });

const output = z.object({
  status: z
    .string()
    .describe(
      'COMPLETED, COMPLETED_WITH_ERRORS or FAILED when all its documents have ended; NEEDS_CONFIRMATION when deletions have to be confirmed',
    ),
  error: z.string().nullable().describe('Why the source could not be read'),
  counts: z.object({
    queued: z.int(),
    processing: z.int(),
    completed: z.int(),
    failed: z.int(),
    cancelled: z.int(),
  }),
  failures: z.array(failure).describe(`The first ${maxFailures} documents that failed, and why`),
  skipped: z.array(skipped).describe(`The first ${maxFailures} items that cannot be ingested, and why`),
});

interface Waiting {
  readonly namespaceId: string;
  readonly ingestJobRunId: string;
  readonly waitSeconds: number;
}

/** The run when it has ended, or as it is when the wait is over. */
async function waitFor({ client, request }: ToolContext, { waitSeconds, ...run }: Waiting) {
  if (waitSeconds === 0) return client.runs.get(run, request);
  let last: IngestJobRunDocuments | undefined;
  const onProgress = (state: IngestJobRunDocuments) => {
    last = state;
  };
  const options = { ...request, onProgress, allowFailures: true, deadlineMs: waitSeconds * 1_000 };
  return client.waitForRun(run, options).catch((error: unknown) => {
    if (last && error instanceof DocfleetError && error.code === 'TIMEOUT') return last;
    throw error;
  });
}

function present({ status, errorMessage, documentCounts, documents, items }: IngestJobRunDocuments) {
  return {
    status,
    error: errorMessage,
    counts: documentCounts,
    failures: documents.failed.slice(0, maxFailures).map(({ id, error }) => ({ documentId: id, error })),
    skipped: (items?.skippedItems ?? []).slice(0, maxFailures).map((item) => ({ ...item })),
  };
}

export const ingestStatus = defineTool({
  name: 'ingest_status',
  title: 'Ask for an ingestion',
  description: 'Reports the progress of an ingestion: how many documents are done, which failed and why.',
  scope: 'read',
  hints: looks,
  input: z.strictObject({
    namespace,
    runId: z.string().describe('As an ingest tool returned it'),
    waitSeconds: z
      .int()
      .min(0)
      .max(maxWaitSeconds)
      .default(0)
      .describe('How long to wait for the end before answering'),
  }),
  output,

  async run({ namespace: namespaceId, runId, waitSeconds }, context) {
    const data = present(await waitFor(context, { namespaceId, ingestJobRunId: runId, waitSeconds }));
    const { completed, failed, queued, processing, cancelled } = data.counts;
    const lines = [
      `${data.status}: ${completed} done, ${failed} failed, ${queued + processing} to do, ${cancelled} cancelled`,
      ...(data.error === null ? [] : [`The source could not be read: ${cleanLine(data.error)}`]),
      ...data.failures.map(
        ({ documentId, error }) => `- ${documentId} failed: ${cleanLine(error ?? 'no reason')}`,
      ),
      ...data.skipped.map(({ name, reason }) => `- ${cleanLine(name)} was skipped: ${cleanLine(reason)}`),
    ];
    return { data, text: lines.join('\n') };
  },
});

import { z } from 'zod';
import type { ToolResponse } from './tool.ts';

/** Output of all tools that start an ingestion. */
export const accepted = z.object({
  ingestJobRunId: z.string().describe('For ingest_status'),
  documentIds: z
    .array(z.string())
    .describe('What is known by now; pages that are still to be found are not in it'),
});

const maxIds = 20;

/** The run and its documents, for `accepted`. */
export function presentAccepted({
  ingestJobRunId,
  documents = [],
}: {
  readonly ingestJobRunId: string;
  readonly documents?: readonly { readonly id: string }[];
}): ToolResponse<z.input<typeof accepted>> {
  const documentIds = documents.map(({ id }) => id);
  const first = documentIds.slice(0, maxIds).join(', ');
  const text = `Accepted as run ${ingestJobRunId}; ingest_status reports its progress.${first && `\nDocuments: ${first}`}`;
  return { data: { ingestJobRunId, documentIds }, text };
}

import { documentStatus } from '@docfleet/api/shared-fields';
import { DocumentStatus } from '@docfleet/domain/database';
import type { AcceptedDocument } from '@docfleet/domain/ingest';
import { z } from 'zod';

/** Status of a document in a response, with the error when it failed. */
export const documentOutcome = z
  .object({ id: z.string(), status: documentStatus, error: z.string().nullable() })
  .meta({ id: 'DocumentOutcome' });

/** Response of every ingestion. */
export const ingestAccepted = z
  .object({
    ingestJobRunId: z.string().describe('Ask for its status with GET /v1/ingest-job-runs/{ingestJobRunId}'),
    documents: z.array(documentOutcome),
  })
  .meta({ id: 'IngestAccepted' });

/** Returns the response for one accepted document. */
export const presentAccepted = ({ ingestJobRunId, documentId }: AcceptedDocument) => ({
  ingestJobRunId,
  documents: [{ id: documentId, status: DocumentStatus.QUEUED, error: null }],
});

import { documentStatus } from '@docfleet/api/shared-fields';
import { DocumentStatus } from '@docfleet/domain/database';
import type { AcceptedDocument } from '@docfleet/domain/ingest';
import { z } from 'zod';

/** What has become of a document, and why if it failed. */
export const documentOutcome = z
  .object({ id: z.string(), status: documentStatus, error: z.string().nullable() })
  .meta({ id: 'DocumentOutcome' });

/** The response of every ingestion. */
export const ingestAccepted = z
  .object({
    ingestJobRunId: z.string().describe('Ask for its status with GET /v1/ingest-job-runs/{ingestJobRunId}'),
    documents: z.array(documentOutcome),
  })
  .meta({ id: 'IngestAccepted' });

/** The response for one document that was accepted. */
export const presentAccepted = ({ ingestJobRunId, documentId }: AcceptedDocument) => ({
  ingestJobRunId,
  documents: [{ id: documentId, status: DocumentStatus.QUEUED, error: null }],
});

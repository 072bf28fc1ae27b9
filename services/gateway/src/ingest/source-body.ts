import { namespaceId } from '@docfleet/api/find-own';
import { chunkConfig, documentStatus } from '@docfleet/api/shared-fields';
import { DocumentStatus, SyncFrequency } from '@docfleet/domain/database';
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

/** Frequency at which a source is read again automatically. */
export const syncFrequency = z
  .enum(SyncFrequency)
  .default('NEVER')
  .describe('Schedule by which the source is read again: new, changed and vanished pages are followed');

/** Frequency at which a connection is read again; undefined: its job, which may exist already, keeps its own. */
export const connectionSyncFrequency = z
  .enum(SyncFrequency)
  .optional()
  .describe(
    'Schedule by which the connection is read again: new, changed and vanished items are followed. Unset: as it was, and NEVER at first',
  );

/** Creates the schema of a request body that has a source read now, and repeatedly at its `syncFrequency`. */
export const sourceBody = <Source extends string, Config extends z.ZodType, Frequency extends z.ZodType>(
  source: Source,
  config: Config,
  syncFrequency: Frequency,
) =>
  z.strictObject({
    namespaceId,
    ingestConfig: z.strictObject({ source: z.literal(source), config, chunkConfig }),
    syncFrequency,
  });

import {
  type Database,
  type DocumentModel,
  type DocumentStage,
  type OcrStrategy,
  Prisma,
} from '@docfleet/database';
import { AppError } from '@docfleet/errors';
import type { Owner } from '@docfleet/runtime/fairness';
import { createId } from '../database/identifier.ts';
import { type HtmlContent, readingDefaults } from './page-fetch.ts';
import { statusesBefore } from './transitions.ts';
import { failureSentence } from './what-is-wrong.ts';

/** A worker that does not renew its lease for this long has lost its document. Leases are renewed every 3 s. */
export const leaseMs = 10_000;
const busyRetryMs = 2_000;

const claimedColumns = [
  'id',
  'organizationId',
  'namespaceId',
  'tenantId',
  'connectionId',
  'externalId',
  'name',
  'documentType',
  'ingestionSource',
  'metadata',
  'metadataVersion',
  'revision',
  'activeRevision',
  'ingestJobRunId',
  'mimeType',
  'fileSize',
  'embeddingCount',
  'ocrPagesCount',
  'crashes',
  'embedding',
] as const satisfies readonly (keyof DocumentModel)[];

/** Listed one by one, so that a migration that adds a column does not change the statement. */
const columns = (prefix: string) =>
  Prisma.raw(claimedColumns.map((column) => `${prefix}"${column}"`).join(', '));

/**
 * A document that a worker has claimed. One worker holds it at a time, across revisions; writes require the token and the revision,
 * so that a worker that lost either changes nothing.
 */
export interface ClaimedDocument extends Pick<DocumentModel, (typeof claimedColumns)[number]> {
  readonly leaseToken: string;
  /** Milliseconds since its last crash was detected; 0 when this claim detected it, or there was none. */
  readonly sinceCrashMs: number;
  readonly chunkSize: number;
  readonly chunkOverlap: number;
  readonly ocrStrategy: OcrStrategy;
  /** Language codes of tesseract; empty: the parser's setting. */
  readonly ocrLanguages: readonly string[];
  /** Parts of a page in HTML that are read. */
  readonly htmlContent: HtmlContent;
  readonly namespaceVersion: number;
  /** The namespace's generation at the time of the claim: vectors of different generations must not be mixed. */
  readonly generation: number;
  /** The revision whose files hold the content: this one, or an older one that is only re-embedded. */
  readonly contentRevision: number;
  /** The accepted text of the revision until it is embedded; null for a file. */
  readonly text: string | null;
  /** Whether an earlier attempt or revision has left chunks. */
  readonly hasChunks: boolean;
}

/** Returns whose work a document is, as turns and shares are divided. */
export const documentOwner = ({
  organizationId,
  namespaceId,
  tenantId,
}: Pick<ClaimedDocument, 'organizationId' | 'namespaceId' | 'tenantId'>): Owner => [
  organizationId,
  namespaceId,
  tenantId ?? '',
];

/**
 * Claims a revision of a document for one stage. Undefined when there is nothing to do: it is finished, deleted, cancelled, or a newer
 * revision exists. Rejects with a retryable error while another worker holds it.
 */
export async function claimDocument(
  database: Database,
  { documentId, revision, stage }: { documentId: string; revision: number; stage: DocumentStage },
): Promise<ClaimedDocument | undefined> {
  const token = createId();
  const [claimed] = await database.$queryRaw<ClaimedDocument[]>`
    WITH document AS (
      UPDATE documents
      SET status = 'PROCESSING', "leaseToken" = ${token}::uuid, "leaseExpiresAt" = now() + ${leaseMs} * interval '1 millisecond',
        crashes = crashes + ("leaseToken" IS NOT NULL)::int, "updatedAt" = now(),
        "crashedAt" = CASE WHEN "leaseToken" IS NULL THEN documents."crashedAt" ELSE now() END
      FROM namespaces
      WHERE documents.id = ${documentId}::uuid AND revision = ${revision} AND stage = ${stage}::"DocumentStage"
        AND documents.status = ANY(${statusesBefore('PROCESSING')}::"DocumentStatus"[])
        AND ("leaseToken" IS NULL OR "leaseExpiresAt" < now())
        AND namespaces.id = documents."namespaceId" AND namespaces.status = 'ACTIVE'
      RETURNING "ingestJobId", "leaseToken", greatest(extract(epoch FROM now() - documents."crashedAt") * 1000, 0)::float8 AS "sinceCrashMs", namespaces.version AS "namespaceVersion", namespaces.generation,
        CASE WHEN "reembedRevision" = revision THEN coalesce("contentRevision", "activeRevision") ELSE revision END AS "contentRevision",
        ${columns('documents.')}
    ), run AS (
      UPDATE ingest_job_runs SET status = 'PROCESSING', "updatedAt" = now()
      FROM document WHERE ingest_job_runs.id = document."ingestJobRunId" AND ingest_job_runs.status IN ('QUEUED', 'PRE_PROCESSING')
    )
    SELECT ${columns('document.')}, document."leaseToken", document."sinceCrashMs", content.text, job."chunkSize", job."chunkOverlap",
      document."namespaceVersion", document.generation, document."contentRevision",
      coalesce(job.config -> 'ocrConfig' ->> 'strategy', ${readingDefaults.ocrStrategy}) AS "ocrStrategy",
      ARRAY(SELECT jsonb_array_elements_text(job.config -> 'ocrConfig' -> 'languages')) AS "ocrLanguages",
      CASE job.config ->> 'htmlContent' WHEN 'WHOLE' THEN 'WHOLE' ELSE ${readingDefaults.htmlContent} END AS "htmlContent",
      EXISTS (SELECT 1 FROM chunks WHERE "documentId" = document.id) AS "hasChunks"
    FROM document
      LEFT JOIN document_contents content ON content."documentId" = document.id AND content.revision = document.revision
      JOIN ingest_jobs job ON job.id = document."ingestJobId"`;
  if (claimed) return claimed;
  await rejectWhileWanted(database, {
    id: documentId,
    revision,
    stage,
    status: { in: statusesBefore('PROCESSING') },
  });
  return undefined;
}

/**
 * Rejects with a retryable error while a document exists that only a lease prevents from being claimed, or that was released a moment
 * ago. Its job must not complete, as no other job would process the document.
 */
export async function rejectWhileWanted(
  database: Database,
  wanted: Prisma.DocumentWhereInput,
): Promise<void> {
  const found = await database.document.count({ where: { ...wanted, namespace: { status: 'ACTIVE' } } });
  if (found > 0)
    throw new AppError('SERVICE_UNAVAILABLE', 'Another worker still has this document', {
      details: { retryAfterMs: busyRetryMs },
    });
}

/**
 * Releases a document after a failed attempt, so that the next one need not wait for the lease. Stores the error if the attempt is
 * retried; otherwise `failDocument` follows and stores it.
 */
export async function releaseDocument(
  database: Database,
  claim: ClaimedDocument,
  error: AppError,
): Promise<void> {
  const isKept = Prisma.sql`${error.retryable} AND revision = ${claim.revision}`;
  await database.$executeRaw`
    UPDATE documents
    SET "leaseToken" = NULL, "leaseExpiresAt" = NULL, "updatedAt" = now(),
      "errorCode" = CASE WHEN ${isKept} THEN ${error.code} ELSE "errorCode" END,
      "ingestionError" = CASE WHEN ${isKept} THEN ${failureSentence(error)} ELSE "ingestionError" END
    WHERE id = ${claim.id}::uuid AND "leaseToken" = ${claim.leaseToken}::uuid`;
}

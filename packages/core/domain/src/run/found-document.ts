import { type DatabaseSession, type DocumentStage, Prisma } from '@docfleet/database';
import type { AppError } from '@docfleet/errors';
import type { Admission } from '../admission/admission.ts';
import { failureSentence } from '../document/failure-sentence.ts';
import type { PageFetch } from '../document/page-fetch.ts';
import { type OutboxJob, outboxRows } from '../outbox/outbox.ts';

/** A document that the listing of a source found. */
export interface FoundDocument {
  readonly externalId: string;
  /** Null: the document keeps its name. */
  readonly name: string | null;
  readonly documentType: string;
  readonly ingestionSource: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly connectionId?: string | null;
  /** Version to fetch of a connection's item, with its size as listed and its path. */
  readonly item?: {
    readonly version: string;
    /** Null where the vendor does not list it. */
    readonly sizeBytes: number | null;
    readonly path: string | null;
    /** Address of the item for users and the time of its last change at the vendor. A null keeps what is stored. */
    readonly url: string | null;
    readonly modifiedAt: Date | null;
  };
  /** First stage of the document. */
  readonly stage: DocumentStage;
  /** The Markdown and the result of the fetch, where listing the source also read the document. */
  readonly content?: { readonly text: string; readonly fetch: PageFetch };
  /** Reason why it cannot be read: it is FAILED at once. */
  readonly failure?: AppError;
}

export interface OpenRun {
  readonly id: string;
  readonly ingestJobId: string;
  readonly organizationId: string;
  readonly namespaceId: string;
  readonly tenantId: string | null;
}

export interface PlacedDocument extends FoundDocument {
  readonly id: string;
  readonly revision: number;
  readonly key: Uint8Array<ArrayBuffer>;
  /** Queue or backlog; undefined for FAILED. */
  readonly admission: Admission | undefined;
}

const column = <Item, Value>(items: readonly Item[], value: (item: Item) => Value) => items.map(value);

/** Paths are compared without regard to case. */
export const itemPathOf = (path: string | null | undefined): string | null => path?.toLowerCase() ?? null;

const statusOf = ({ admission }: PlacedDocument) => admission?.status ?? 'FAILED';

const lastFetchOf = ({ content, revision }: PlacedDocument) =>
  content ? JSON.stringify({ ...content.fetch, revision }) : null;

/** The documents as rows for a statement. */
const placedRows = (documents: readonly PlacedDocument[]) => Prisma.sql`
  unnest(${column(documents, (one) => one.id)}::uuid[], ${column(documents, (one) => one.key)}::bytea[],
    ${column(documents, (one) => one.externalId)}::text[], ${column(documents, (one) => one.name)}::text[],
    ${column(documents, (one) => one.documentType)}::text[],
    ${column(documents, (one) => one.ingestionSource)}::text[],
    ${column(documents, (one) => one.stage)}::"DocumentStage"[],
    ${column(documents, (one) => JSON.stringify(one.metadata))}::jsonb[],
    ${column(documents, (one) => one.connectionId ?? null)}::uuid[], ${column(documents, statusOf)}::"DocumentStatus"[],
    ${column(documents, (one) => one.failure?.code ?? null)}::text[],
    ${column(documents, (one) => (one.failure ? failureSentence(one.failure) : null))}::text[],
    ${column(documents, lastFetchOf)}::jsonb[], ${column(documents, (one) => (one.content ? Buffer.byteLength(one.content.text) : null))}::int[],
    ${column(documents, (one) => one.item?.version ?? null)}::text[],
    ${column(documents, (one) => one.item?.sizeBytes ?? null)}::float8[],
    ${column(documents, (one) => itemPathOf(one.item?.path))}::text[], ${column(documents, (one) => one.item?.url ?? null)}::text[],
    ${column(documents, (one) => one.item?.modifiedAt ?? null)}::timestamptz[])
  AS found(id, key, "externalId", name, "documentType", "ingestionSource", stage, metadata, "connectionId", status, "errorCode",
    error, "lastFetch", "fileSize", "itemVersion", "itemSize", "itemPath", "sourceUrl", "sourceModifiedAt")`;

/** Inserts documents; returns how many, which are fewer when another request created one of them concurrently. */
export const createFound = (
  session: DatabaseSession,
  run: OpenRun,
  documents: readonly PlacedDocument[],
): Promise<number> =>
  session.$executeRaw`
    INSERT INTO documents (id, "organizationId", "namespaceId", "tenantId", "externalId", "liveKey", name, "documentType",
      "ingestionSource", status, stage, "ingestJobId", "ingestJobRunId", "connectionId", metadata, "errorCode", "ingestionError",
      "lastFetch", "fileSize", "itemVersion", "itemSize", "itemPath", "sourceUrl", "sourceModifiedAt", "mimeType")
    SELECT found.id, ${run.organizationId}::uuid, ${run.namespaceId}::uuid, ${run.tenantId}, found."externalId", found.key, found.name,
      found."documentType", found."ingestionSource", found.status, found.stage, ${run.ingestJobId}::uuid, ${run.id}::uuid,
      found."connectionId", found.metadata, found."errorCode", found.error, found."lastFetch", found."fileSize",
      found."itemVersion", found."itemSize"::bigint, found."itemPath", found."sourceUrl", found."sourceModifiedAt",
      CASE WHEN found."lastFetch" IS NOT NULL THEN 'text/html' END
    FROM ${placedRows(documents)} ORDER BY found.key
    ON CONFLICT ("namespaceId", "liveKey") DO NOTHING`;

/** Creates the next revisions of live documents. A repeated run of a job, and a job without metadata, keep those that there are; another job replaces them. */
export const replaceFound = (
  session: DatabaseSession,
  run: OpenRun,
  documents: readonly PlacedDocument[],
): Promise<number> => {
  const metadata = Prisma.sql`
    CASE WHEN documents."ingestJobId" = ${run.ingestJobId}::uuid OR found.metadata = '{}' THEN documents.metadata
      ELSE found.metadata END`;
  return session.$executeRaw`
    UPDATE documents
    SET revision = documents.revision + 1, status = found.status, stage = found.stage, crashes = 0, "errorCode" = found."errorCode",
      "ingestionError" = found.error, "ingestJobId" = ${run.ingestJobId}::uuid, "ingestJobRunId" = ${run.id}::uuid,
      name = coalesce(found.name, documents.name), "documentType" = found."documentType",
      "ingestionSource" = found."ingestionSource", metadata = ${metadata},
      "metadataVersion" = "metadataVersion" + (documents.metadata <> ${metadata})::int,
      "connectionId" = found."connectionId", "lastFetch" = coalesce(found."lastFetch", documents."lastFetch"),
      "fileSize" = coalesce(found."fileSize", documents."fileSize"),
      "itemSize" = CASE WHEN found."itemVersion" = documents."itemVersion"
        THEN coalesce(found."itemSize"::bigint, documents."itemSize") ELSE found."itemSize"::bigint END,
      "itemVersion" = found."itemVersion", "itemPath" = coalesce(found."itemPath", documents."itemPath"),
      "sourceUrl" = coalesce(found."sourceUrl", documents."sourceUrl"),
      "sourceModifiedAt" = coalesce(found."sourceModifiedAt", documents."sourceModifiedAt"),
      "mimeType" = CASE WHEN found."lastFetch" IS NOT NULL THEN 'text/html' ELSE documents."mimeType" END, "updatedAt" = now()
    FROM ${placedRows(documents)} WHERE documents.id = found.id`;
};

/** Stores the texts of those that have one, until they are embedded. */
export async function writeContents(
  session: DatabaseSession,
  documents: readonly PlacedDocument[],
): Promise<void> {
  const data = documents.flatMap(({ id, revision, content }) =>
    content ? [{ documentId: id, revision, text: content.text }] : [],
  );
  if (data.length > 0) await session.documentContent.createMany({ data });
}

/** Adds the documents to their run with their jobs; false when it accepts no more. */
export async function enterRun(
  session: DatabaseSession,
  run: OpenRun,
  documents: readonly PlacedDocument[],
  jobs: readonly OutboxJob[],
): Promise<boolean> {
  const unfinished = documents.filter((one) => !one.failure).length;
  const [entered] = await session.$queryRaw<{ runs: number }[]>`
    WITH run AS (
      UPDATE ingest_job_runs SET "unfinishedDocuments" = "unfinishedDocuments" + ${unfinished}, "updatedAt" = now(),
        status = CASE WHEN status = 'QUEUED' THEN 'PRE_PROCESSING' ELSE status END
      WHERE id = ${run.id}::uuid AND listing IS NOT NULL
      RETURNING id
    ), item AS (
      INSERT INTO ingest_job_run_documents ("ingestJobRunId", "documentId", outcome, error)
      SELECT run.id, document.id, document.outcome, document.error
      FROM run, unnest(${documents.map((one) => one.id)}::uuid[],
        ${documents.map((one) => (one.failure ? 'FAILED' : null))}::"DocumentStatus"[],
        ${documents.map((one) => (one.failure ? failureSentence(one.failure) : null))}::text[]) AS document(id, outcome, error)
    ), job AS (
      INSERT INTO outbox_entries (id, queue, payload) SELECT entry.id, entry.queue, entry.payload FROM run, ${outboxRows(jobs)}
    )
    SELECT count(*)::int AS runs FROM run`;
  return (entered?.runs ?? 0) > 0;
}

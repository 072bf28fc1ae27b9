import { type DatabaseSession, type DocumentStage, Prisma } from '@docfleet/database';
import type { AppError } from '@docfleet/errors';
import type { Admission } from '../admission/admission.ts';
import { type Column, columnChanges, columnNames, columnRows } from '../database/columns.ts';
import { type SourceValues, sourceColumnsOf } from '../document/fields.ts';
import type { PageFetch } from '../document/page-fetch.ts';
import { failureSentence } from '../document/what-is-wrong.ts';
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
  } & SourceValues;
  /** Values of its source fields where it is no item of a connection. */
  readonly source?: SourceValues;
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

/** Paths are compared without regard to case. */
export const itemPathOf = (path: string | null | undefined): string | null => path?.toLowerCase() ?? null;

const statusOf = ({ admission }: PlacedDocument) => admission?.status ?? 'FAILED';

const lastFetchOf = ({ content, revision }: PlacedDocument) =>
  content ? JSON.stringify({ ...content.fetch, revision }) : null;

/** Columns of `documents` that a found document brings, but for those of its run and those that an update computes. */
const foundColumns: readonly Column<PlacedDocument>[] = [
  { name: 'id', type: 'uuid', value: ({ id }) => id },
  { name: 'liveKey', type: 'bytea', value: ({ key }) => key },
  { name: 'externalId', type: 'text', value: ({ externalId }) => externalId },
  { name: 'metadata', type: 'jsonb', value: ({ metadata }) => JSON.stringify(metadata) },
  { name: 'name', type: 'text', value: ({ name }) => name, change: 'keep' },
  { name: 'documentType', type: 'text', value: ({ documentType }) => documentType, change: 'replace' },
  { name: 'ingestionSource', type: 'text', value: (one) => one.ingestionSource, change: 'replace' },
  { name: 'stage', type: '"DocumentStage"', value: ({ stage }) => stage, change: 'replace' },
  { name: 'status', type: '"DocumentStatus"', value: statusOf, change: 'replace' },
  { name: 'connectionId', type: 'uuid', value: (one) => one.connectionId ?? null, change: 'replace' },
  { name: 'errorCode', type: 'text', value: ({ failure }) => failure?.code ?? null, change: 'replace' },
  {
    name: 'ingestionError',
    type: 'text',
    value: ({ failure }) => (failure ? failureSentence(failure) : null),
    change: 'replace',
  },
  { name: 'lastFetch', type: 'jsonb', value: lastFetchOf, change: 'keep' },
  { name: 'mimeType', type: 'text', value: ({ content }) => (content ? 'text/html' : null), change: 'keep' },
  {
    name: 'fileSize',
    type: 'int',
    value: ({ content }) => (content ? Buffer.byteLength(content.text) : null),
    change: 'keep',
  },
  { name: 'itemVersion', type: 'text', value: ({ item }) => item?.version ?? null, change: 'replace' },
  // A number of JavaScript may be larger than an int, and the driver sends it as a float.
  { name: 'itemSize', type: 'float8[]::bigint', value: ({ item }) => item?.sizeBytes ?? null },
  { name: 'itemPath', type: 'text', value: ({ item }) => itemPathOf(item?.path), change: 'keep' },
  ...sourceColumnsOf(({ item, source }: PlacedDocument) => item ?? source),
];

/** Inserts documents; returns how many, which are fewer when another request created one of them concurrently. */
export const createFound = (
  session: DatabaseSession,
  run: OpenRun,
  documents: readonly PlacedDocument[],
): Promise<number> =>
  session.$executeRaw`
    INSERT INTO documents ("organizationId", "namespaceId", "tenantId", "ingestJobId", "ingestJobRunId", ${columnNames(foundColumns)})
    SELECT ${run.organizationId}::uuid, ${run.namespaceId}::uuid, ${run.tenantId}, ${run.ingestJobId}::uuid, ${run.id}::uuid, found.*
    FROM ${columnRows('found', foundColumns, documents)} ORDER BY found."liveKey"
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
    SET revision = documents.revision + 1, crashes = 0, "ingestJobId" = ${run.ingestJobId}::uuid, "ingestJobRunId" = ${run.id}::uuid,
      metadata = ${metadata}, "metadataVersion" = "metadataVersion" + (documents.metadata <> ${metadata})::int,
      "itemSize" = CASE WHEN found."itemVersion" = documents."itemVersion"
        THEN coalesce(found."itemSize", documents."itemSize") ELSE found."itemSize" END,
      ${columnChanges(foundColumns, 'found')}, "updatedAt" = now()
    FROM ${columnRows('found', foundColumns, documents)} WHERE documents.id = found.id`;
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

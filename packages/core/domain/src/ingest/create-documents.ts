import { type Database, type DocumentStage, Prisma } from '@docfleet/database';
import type { Admission } from '../admission/admission.ts';
import { gather } from '../database/gather.ts';
import { liveKey } from '../document/find-page.ts';
import { type OutboxJob, outboxPayload } from '../outbox/outbox.ts';
import type { Quotas, Reservation } from '../quota/quotas.ts';

/** A document of a request, a text or a file, with the options of its job. */
export interface IncomingDocument {
  readonly organizationId: string;
  readonly namespaceId: string;
  readonly tenantId: string | null;
  readonly externalId: string;
  readonly name: string | null;
  readonly documentType: string;
  readonly source: string;
  /** Undefined: a document that there is already keeps its own. */
  readonly metadata: Readonly<Record<string, unknown>> | undefined;
  readonly chunkSize: number;
  readonly chunkOverlap: number;
  /** The request's `config` without the content, stored with the job. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly contentHash: Uint8Array;
  readonly stage: DocumentStage;
  /** The content of a text, stored in the same transaction; a file is already in the file store. */
  readonly text?: string;
  readonly mimeType?: string;
  readonly fileSize?: number;
}

/** The ids for an acceptance, and the initial state of the document. */
export interface Placement {
  readonly documentId: string;
  readonly revision: number;
  readonly ingestJobId: string;
  readonly ingestJobRunId: string;
  readonly status: Admission['status'];
  /** The span under way: others are written in the same statement. */
  readonly traceparent: string | undefined;
  /** Undefined for a document in the backlog. */
  readonly job: OutboxJob | undefined;
}

/** A document and its placement. */
export interface Entry {
  readonly incoming: IncomingDocument;
  readonly placement: Placement;
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

function toRow({ incoming, placement }: Entry) {
  const { job, ...place } = placement;
  return {
    ...incoming,
    ...place,
    liveKey: base64(liveKey(incoming.tenantId, incoming.externalId)),
    contentHash: base64(incoming.contentHash),
    ...(job && { jobId: job.id, queue: job.queue, payload: outboxPayload(job) }),
  };
}

/** The CTE `entry`: the rows to insert. The statement's text is the same for any number of them, so that it is planned once. */
export const entryRows = (entries: readonly Entry[]) => Prisma.sql`
  entry AS MATERIALIZED (
    SELECT * FROM json_to_recordset(${JSON.stringify(entries.map(toRow))}::json) AS entry (
      "documentId" uuid, revision int, "ingestJobId" uuid, "ingestJobRunId" uuid, status "DocumentStatus", "organizationId" uuid,
      "namespaceId" uuid, "tenantId" text, "externalId" text, "liveKey" text, name text, "documentType" text,
      source text, stage "DocumentStage", metadata jsonb, config jsonb, "chunkSize" int, "chunkOverlap" int,
      "contentHash" text, "mimeType" text, "fileSize" int, text text, "jobId" uuid, queue text, payload jsonb, traceparent text)
  )`;

/** The rows beside the document itself, of each `entry` that `document` has a row for. */
export const belongings = Prisma.sql`
  accepted AS MATERIALIZED (
    SELECT entry.* FROM entry JOIN document ON document.id = entry."documentId"
  ), job AS (
    INSERT INTO ingest_jobs (id, "organizationId", "namespaceId", "tenantId", source, config, "chunkSize", "chunkOverlap")
    SELECT "ingestJobId", "organizationId", "namespaceId", "tenantId", source, config, "chunkSize", "chunkOverlap" FROM accepted
  ), run AS (
    INSERT INTO ingest_job_runs (id, "organizationId", "namespaceId", "tenantId", "ingestJobId", "unfinishedDocuments", traceparent)
    SELECT "ingestJobRunId", "organizationId", "namespaceId", "tenantId", "ingestJobId", 1, traceparent FROM accepted
  ), item AS (
    INSERT INTO ingest_job_run_documents ("ingestJobRunId", "documentId") SELECT "ingestJobRunId", "documentId" FROM accepted
  ), content AS (
    INSERT INTO document_contents ("documentId", revision, text)
    SELECT "documentId", revision, text FROM accepted WHERE text IS NOT NULL
  ), outbox AS (
    INSERT INTO outbox_entries (id, queue, payload) SELECT "jobId", queue, payload FROM accepted WHERE "jobId" IS NOT NULL
  )`;

/** Returns what the document stores that an accepted one would replace; zeros where it is new. */
async function readReplaced(
  database: Database,
  { namespaceId, tenantId, externalId }: IncomingDocument,
): Promise<{ documents: number; bytes: number }> {
  const living = await database.document.findUnique({
    where: { namespaceId_liveKey: { namespaceId, liveKey: liveKey(tenantId, externalId) } },
    select: { fileSize: true, characterCount: true },
  });
  if (!living) return { documents: 0, bytes: 0 };
  return { documents: 1, bytes: (living.fileSize ?? 0) + (living.characterCount ?? 0) };
}

/** Reserves room for a document that is accepted; rejects with QUOTA_EXCEEDED where it, in place of the one it replaces, would exceed a quota. */
export async function reserveRoom(
  database: Database,
  quotas: Quotas,
  incoming: IncomingDocument,
): Promise<Reservation> {
  const reservation = quotas.reserve(incoming);
  const bytes = incoming.fileSize ?? 0;
  try {
    await reservation.add({ documents: 1, bytes });
  } catch (error) {
    const replaced = await readReplaced(database, incoming);
    if (replaced.documents === 0) throw error;
    await reservation.add({ bytes: bytes - replaced.bytes });
  }
  return reservation;
}

/** Inserts one document, possibly together with others; false when it was not created. */
export type CreateDocument = (entry: Entry) => Promise<boolean>;

type CreateAll = (entries: readonly Entry[]) => Promise<ReadonlySet<string>>;

/** One statement runs while the next gathers; a second one keeps the database busy. */
const maxUnderWay = 2;
const maxEntries = 100;
/** Maximum characters of the texts of one statement; a single text may exceed it. */
const maxCharacters = 1_000_000;

/** Groups the documents of concurrent requests, so that one statement inserts several (group commit). */
export function gatherDocuments(createAll: CreateAll): CreateDocument {
  async function create(entries: readonly Entry[]): Promise<boolean[]> {
    const created = await createAll(entries);
    return entries.map(({ placement }) => created.has(placement.documentId));
  }
  return gather(create, {
    maxUnderWay,
    maxEntries,
    weigh: ({ incoming }) => incoming.text?.length ?? 0,
    maxWeight: maxCharacters,
  });
}

/**
 * Creates documents with their jobs, runs and contents in one statement; returns the ids of those that were created: not of those whose
 * external id a live document has, nor of a deleted namespace.
 */
export async function createDocuments(
  database: Database,
  entries: readonly Entry[],
): Promise<ReadonlySet<string>> {
  // In the order of the unique key: two statements that meet in several documents must not wait for each other.
  const rows = await database.$queryRaw<{ id: string }[]>`
    WITH ${entryRows(entries)}, document AS (
      INSERT INTO documents (id, "organizationId", "namespaceId", "tenantId", "externalId", "liveKey", name, "documentType",
        "ingestionSource", status, stage, "ingestJobId", "ingestJobRunId", metadata, "contentHash", "mimeType", "fileSize")
      SELECT entry."documentId", namespaces."organizationId", namespaces.id, entry."tenantId", entry."externalId",
        decode(entry."liveKey", 'base64'), entry.name, entry."documentType", entry.source, entry.status, entry.stage,
        entry."ingestJobId", entry."ingestJobRunId", coalesce(entry.metadata, '{}'), decode(entry."contentHash", 'base64'), entry."mimeType",
        entry."fileSize"
      FROM entry JOIN namespaces ON namespaces.id = entry."namespaceId" AND namespaces.status = 'ACTIVE'
      ORDER BY namespaces.id, entry."liveKey"
      ON CONFLICT ("namespaceId", "liveKey") DO NOTHING
      RETURNING id
    ), ${belongings}
    SELECT id FROM document`;
  return new Set(rows.map(({ id }) => id));
}

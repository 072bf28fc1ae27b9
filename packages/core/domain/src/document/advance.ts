import type { Database, DocumentStage } from '@docfleet/database';
import { maxNotReadEntries, type NotRead, notReadKinds } from '@docfleet/text/not-read';
import { z } from 'zod';
import { type OutboxJob, outboxPayload } from '../outbox/outbox.ts';
import type { ClaimedDocument } from './claim.ts';
import { leaseLost } from './leases.ts';
import type { PageFetch } from './page-fetch.ts';
import { stageJob } from './transitions.ts';

export { maxNotReadEntries, type NotRead, notReadKinds };

const notReadEntry = z.object({
  // A worker of a newer version may know more kinds.
  what: z.enum(notReadKinds).catch('OTHER'),
  where: z.string().nullable(),
  why: z.string(),
  count: z.int(),
});

const entries = z.array(notReadEntry);

/** Returns a column `notRead`: the parts of a file that its text lacks. Throws a ZodError for an unknown format. */
export const parseNotRead = (stored: unknown): NotRead[] => entries.nullable().parse(stored) ?? [];

/** Returns the JSON for a column `notRead`; null where nothing is left out. */
const storedNotRead = (notRead: readonly NotRead[]): string | null =>
  notRead.length === 0 ? null : JSON.stringify(notRead);

/** The result of fetching a page: Markdown, or a file that is already in the file store. */
export interface FetchedPage {
  /** Null: the document keeps its name. */
  readonly name: string | null;
  readonly mimeType: string;
  /** Bytes. */
  readonly fileSize: number;
  /** The Markdown of a page; undefined for a file, which has to be parsed. */
  readonly text?: string;
  /** The parts of the page that its Markdown lacks. */
  readonly notRead?: readonly NotRead[];
  readonly fetch: PageFetch;
  readonly documentsAhead: number;
}

/** Advances a fetched document: a page's Markdown to EMBED, a file to PARSE. Returns the job to dispatch; rejects when the claim was lost. */
export async function advancePage(
  database: Database,
  claim: ClaimedDocument,
  { name, mimeType, fileSize, text, notRead = [], fetch, documentsAhead }: FetchedPage,
): Promise<OutboxJob> {
  const stage = text === undefined ? 'PARSE' : 'EMBED';
  const job = stageJob(stage, claim, documentsAhead);
  const lastFetch = JSON.stringify({ ...fetch, revision: claim.revision });
  const advanced = await database.$executeRaw`
    WITH document AS (
      UPDATE documents
      SET stage = ${stage}::"DocumentStage", "leaseToken" = NULL, "leaseExpiresAt" = NULL, crashes = 0, name = coalesce(${name}, name),
        "mimeType" = ${mimeType}, "fileSize" = ${fileSize}, "lastFetch" = ${lastFetch}::jsonb, "notRead" = ${storedNotRead(notRead)}::jsonb, "errorCode" = NULL, "ingestionError" = NULL, "updatedAt" = now()
      WHERE id = ${claim.id}::uuid AND revision = ${claim.revision} AND "leaseToken" = ${claim.leaseToken}::uuid
      RETURNING id
    ), content AS (
      INSERT INTO document_contents ("documentId", revision, text)
      SELECT id, ${claim.revision}, ${text ?? ''} FROM document WHERE ${text !== undefined}
      ON CONFLICT ("documentId", revision) DO UPDATE SET text = excluded.text
    )
    INSERT INTO outbox_entries (id, queue, payload)
    SELECT ${job.id}::uuid, ${job.queue}, ${JSON.stringify(outboxPayload(job))}::jsonb FROM document`;
  if (advanced === 0) throw leaseLost();
  return job;
}

/** The next stage of a document, and the properties of its file. */
interface NextStage {
  readonly stage: DocumentStage;
  readonly mimeType: string;
  /** Bytes. */
  readonly fileSize: number;
  /** Pages that were read by OCR. */
  readonly ocrPagesCount: number;
  /** The parts of the file that the text lacks. */
  readonly notRead: readonly NotRead[];
  /** Documents of its namespace in flight, from which its priority in the queue derives. */
  readonly documentsAhead?: number;
}

/** Advances a document to its next stage; returns the job to dispatch. Rejects when the claim was lost. */
export async function advanceDocument(
  database: Database,
  claim: ClaimedDocument,
  { stage, mimeType, fileSize, ocrPagesCount, notRead, documentsAhead }: NextStage,
): Promise<OutboxJob> {
  const job = stageJob(stage, claim, documentsAhead);
  const advanced = await database.$executeRaw`
    WITH document AS (
      UPDATE documents
      SET stage = ${stage}::"DocumentStage", "leaseToken" = NULL, "leaseExpiresAt" = NULL, crashes = 0, "mimeType" = ${mimeType},
        "fileSize" = ${fileSize}, "ocrPagesCount" = ${ocrPagesCount},
        "notRead" = ${storedNotRead(notRead)}::jsonb, "errorCode" = NULL, "ingestionError" = NULL, "updatedAt" = now()
      WHERE id = ${claim.id}::uuid AND revision = ${claim.revision} AND "leaseToken" = ${claim.leaseToken}::uuid
      RETURNING id
    )
    INSERT INTO outbox_entries (id, queue, payload)
    SELECT ${job.id}::uuid, ${job.queue}, ${JSON.stringify(outboxPayload(job))}::jsonb FROM document`;
  if (advanced === 0) throw leaseLost();
  return job;
}

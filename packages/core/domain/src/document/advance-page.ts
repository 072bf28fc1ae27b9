import type { Database } from '@docfleet/database';
import type { NotRead } from '@docfleet/text/not-read';
import { type OutboxJob, outboxPayload } from '../outbox/outbox.ts';
import type { ClaimedDocument } from './claim.ts';
import { leaseLost } from './leases.ts';
import { storedNotRead } from './not-read.ts';
import type { PageFetch } from './page-fetch.ts';
import { stageJob } from './stage-queue.ts';

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

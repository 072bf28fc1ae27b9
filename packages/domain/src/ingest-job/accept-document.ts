import type { Database } from '@docfleet/database';
import { AppError } from '@docfleet/errors';
import { liveKey } from '../document/live-key.ts';
import { stageJob } from '../document/stage-queue.ts';
import { createId } from '../identifier.ts';
import type { OutboxJob } from '../outbox/outbox.ts';
import { belongings, type IncomingDocument, type Placement } from './incoming-document.ts';
import { replaceDocument } from './replace-document.ts';

export interface AcceptedDocument {
  readonly ingestJobRunId: string;
  readonly documentId: string;
  readonly jobs: readonly OutboxJob[];
}

const attempts = 5;

/** Creates the document and all that belongs to it in one statement; false when a living document has its external id. */
async function createDocument(
  database: Database,
  incoming: IncomingDocument,
  placement: Placement,
): Promise<boolean> {
  const rows = await database.$queryRaw<unknown[]>`
    WITH document AS (
      INSERT INTO documents (id, "organizationId", "namespaceId", "tenantId", "externalId", "liveKey", name, "documentType",
        "ingestionSource", status, stage, "ingestJobId", "ingestJobRunId", metadata, "contentHash", "mimeType", "fileSize")
      SELECT ${placement.documentId}::uuid, "organizationId", id, ${incoming.tenantId}, ${incoming.externalId},
        ${liveKey(incoming.tenantId, incoming.externalId)}::bytea, ${incoming.name}, ${incoming.documentType}::"DocumentType",
        ${incoming.source}::"IngestionSource", 'QUEUED', ${incoming.stage}::"DocumentStage", ${placement.ingestJobId}::uuid,
        ${placement.ingestJobRunId}::uuid, ${JSON.stringify(incoming.metadata)}::jsonb, ${incoming.contentHash}::bytea,
        ${incoming.mimeType ?? null}, ${incoming.fileSize ?? null}::int
      FROM namespaces WHERE id = ${incoming.namespaceId}::uuid AND status = 'ACTIVE'
      ON CONFLICT ("namespaceId", "liveKey") DO NOTHING
      RETURNING id
    ), ${belongings(incoming, placement)}
    SELECT id FROM document`;
  return rows.length > 0;
}

async function findLiving(database: Database, incoming: IncomingDocument) {
  return database.document.findUnique({
    where: {
      namespaceId_liveKey: {
        namespaceId: incoming.namespaceId,
        liveKey: liveKey(incoming.tenantId, incoming.externalId),
      },
    },
    select: { id: true, revision: true },
  });
}

function place(incoming: IncomingDocument, existing: { id: string; revision: number } | null): Placement {
  const documentId = existing?.id ?? createId();
  const revision = (existing?.revision ?? 0) + 1;
  const { stage, namespaceId } = incoming;
  const job = stageJob(stage, { namespaceId, id: documentId, revision });
  return { documentId, revision, ingestJobId: createId(), ingestJobRunId: createId(), job };
}

/**
 * Accepts a document in one transaction: job, run, document, content and the first job of its way. A living document of the
 * same external id gets a new revision instead. `storeFile` is called before with the place of the revision's files, again
 * when another request was faster. Rejects with NAMESPACE_NOT_FOUND when the namespace went away meanwhile.
 */
export async function acceptDocument(
  database: Database,
  incoming: IncomingDocument,
  storeFile: (place: { documentId: string; revision: number }) => Promise<void> = async () => undefined,
): Promise<AcceptedDocument> {
  // A text needs no place beforehand: most are new, so the insert itself is the question.
  let existing = incoming.text === undefined ? await findLiving(database, incoming) : null;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const placement = place(incoming, existing);
    await storeFile(placement);
    const accepted = existing
      ? await replaceDocument(database, incoming, placement)
      : await createDocument(database, incoming, placement);
    const { documentId, ingestJobRunId, job } = placement;
    if (accepted) return { documentId, ingestJobRunId, jobs: [job] };
    existing = await findLiving(database, incoming);
    if (!existing) await requireNamespace(database, incoming.namespaceId);
  }
  throw new AppError('SERVICE_UNAVAILABLE', 'Too many requests change this document at once');
}

async function requireNamespace(database: Database, namespaceId: string): Promise<void> {
  const active = await database.namespace.count({ where: { id: namespaceId, status: 'ACTIVE' } });
  if (active === 0) throw new AppError('NAMESPACE_NOT_FOUND', 'The namespace does not exist');
}

import type { Database } from '@docfleet/database';
import { AppError } from '@docfleet/errors';
import { currentTraceparent } from '@docfleet/runtime/tracing';
import { type Admission, admittedAtOnce } from '../admission/admission.ts';
import { createId } from '../database/identifier.ts';
import { liveKey } from '../document/find-page.ts';
import { stageJob, statusesBefore, unfinishedStatuses } from '../document/transitions.ts';
import type { OutboxJob } from '../outbox/outbox.ts';
import { leaveRuns, takenOver } from '../run/ended-runs.ts';
import {
  belongings,
  type CreateDocument,
  createDocuments,
  entryRows,
  type IncomingDocument,
  type Placement,
} from './create-documents.ts';

interface Replaced {
  readonly id: string;
  readonly revision: number;
}

/** Document to replace, and the placement of its next revision. */
interface Replacement {
  /** The document as it was when it was looked for. */
  readonly before: Replaced;
  placeAfter(replaced: Replaced): Placement;
  /** Whether a file lies already where the revision after `before` has it: then no other one will do. */
  readonly isStored: boolean;
}

type Locked = Replaced & { readonly ingestJobRunId: string; readonly unfinished: boolean };

/**
 * Creates the next revision of a live document and returns its placement: of a text, whatever the revision is by then, as concurrent
 * requests take turns at the row. Undefined when it was deleted, or another request stored a file for that revision first.
 */
async function replaceDocument(
  database: Database,
  incoming: IncomingDocument,
  { before, placeAfter, isStored }: Replacement,
): Promise<Placement | undefined> {
  const { status } = placeAfter(before);
  return database.$transaction(async (session) => {
    const [old] = await session.$queryRaw<Locked[]>`
      SELECT id, revision, "ingestJobRunId", status = ANY(${unfinishedStatuses}::"DocumentStatus"[]) AS unfinished
      FROM documents
      WHERE id = ${before.id}::uuid AND (revision = ${before.revision} OR NOT ${isStored}) AND "liveKey" IS NOT NULL
        AND status = ANY(${statusesBefore(status)}::"DocumentStatus"[])
      FOR UPDATE`;
    if (!old) return undefined;
    const placement = placeAfter(old);
    if (old.unfinished) await leaveRuns(session, [old], takenOver);
    await session.$queryRaw`
      WITH ${entryRows([{ incoming, placement }])}, document AS (
        UPDATE documents
        SET revision = entry.revision, status = entry.status, stage = entry.stage, crashes = 0, "errorCode" = NULL,
          "ingestionError" = NULL, "ingestJobId" = entry."ingestJobId", "ingestJobRunId" = entry."ingestJobRunId",
          name = entry.name, "documentType" = entry."documentType", "ingestionSource" = entry.source,
          metadata = coalesce(entry.metadata, documents.metadata),
          "metadataVersion" = "metadataVersion" + (documents.metadata <> coalesce(entry.metadata, documents.metadata))::int,
          "contentHash" = decode(entry."contentHash", 'base64'), "mimeType" = entry."mimeType",
          "fileSize" = entry."fileSize", "notRead" = NULL, "updatedAt" = now()
        FROM entry WHERE documents.id = entry."documentId" RETURNING documents.id
      ), ${belongings}
      SELECT id FROM document`;
    return placement;
  });
}

export interface AcceptedDocument {
  readonly ingestJobRunId: string;
  readonly documentId: string;
  readonly jobs: readonly OutboxJob[];
}

/** Options of an acceptance. */
export interface Acceptance {
  /** The initial state of the document; QUEUED by default. */
  readonly admission?: Admission;
  /** Called with the place of the revision's files before the transaction, and again when another request was faster. */
  readonly storeFile?: (place: { documentId: string; revision: number }) => Promise<void>;
  /** Writes new documents. */
  readonly create?: CreateDocument;
}

/** A text that a request before it has replaced, or deleted and created, is looked for again: each time another request has succeeded. */
const attempts = 10;

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

function place(
  incoming: IncomingDocument,
  { id: documentId, revision: before }: { id: string; revision: number },
  { status, documentsAhead }: Admission,
): Placement {
  const revision = before + 1;
  const { stage, namespaceId } = incoming;
  const job =
    status === 'QUEUED'
      ? stageJob(stage, { namespaceId, id: documentId, revision }, documentsAhead)
      : undefined;
  const ids = { documentId, ingestJobId: createId(), ingestJobRunId: createId() };
  return { ...ids, revision, status, traceparent: currentTraceparent(), job };
}

/**
 * Accepts a document in one transaction: job, run, document, content and, unless it is in the backlog, the first queue job. A live
 * document with the same external id gets a new revision instead. Rejects with NAMESPACE_NOT_FOUND when the namespace was deleted
 * meanwhile.
 */
export async function acceptDocument(
  database: Database,
  incoming: IncomingDocument,
  acceptance: Acceptance = {},
): Promise<AcceptedDocument> {
  const {
    admission = admittedAtOnce,
    storeFile,
    create = async (entry) => (await createDocuments(database, [entry])).size > 0,
  } = acceptance;
  // A text needs no place beforehand: most are new, so the insert itself is the question.
  let existing = incoming.text === undefined ? await findLiving(database, incoming) : null;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const before = existing ?? { id: createId(), revision: 0 };
    const placeAfter = (found: typeof before) => place(incoming, found, admission);
    const placement = placeAfter(before);
    await storeFile?.(placement);
    const accepted = existing
      ? await replaceDocument(database, incoming, { before, placeAfter, isStored: storeFile !== undefined })
      : (await create({ incoming, placement })) && placement;
    if (accepted) {
      const { documentId, ingestJobRunId, job } = accepted;
      return { documentId, ingestJobRunId, jobs: job ? [job] : [] };
    }
    existing = await findLiving(database, incoming);
    if (!existing) await requireNamespace(database, incoming.namespaceId);
  }
  throw new AppError('SERVICE_UNAVAILABLE', 'Too many requests change this document at once');
}

async function requireNamespace(database: Database, namespaceId: string): Promise<void> {
  const active = await database.namespace.count({ where: { id: namespaceId, status: 'ACTIVE' } });
  if (active === 0) throw new AppError('NAMESPACE_NOT_FOUND', 'The namespace does not exist');
}

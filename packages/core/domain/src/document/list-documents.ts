import {
  type Database,
  type DatabaseSession,
  type DocumentModel,
  DocumentStage,
  DocumentStatus,
  isStatementTimeout,
  Prisma,
} from '@docfleet/database';
import { limits } from '@docfleet/runtime/config';
import { isId } from '../database/identifier.ts';
import type { Page } from '../run/list-runs.ts';
import { sourceColumns } from './fields.ts';
import { type DocumentFilter, documentCondition, kindConditions, knownStatuses } from './filter.ts';
import { unfinishedStatuses } from './transitions.ts';

/** Bounds of reading for a filter that no index serves. */
export const readBounds = {
  /** Milliseconds in which all documents may be read. */
  fullReadMs: limits.fullReadMs as number,
  /** Documents of which every one is counted, however long it takes. */
  countedDocuments: 50_000,
  /** Documents from which the numbers of more are estimated. */
  sampledDocuments: 10_000,
  /** Documents that are read for a page when its matches lie too far apart. */
  documentsOfPage: 10_000,
};
export type ReadBounds = typeof readBounds;

/** Tests whether a filter may require reading every document of a namespace. */
export const mayReadAll = ({ metadata = [], source, namePart }: DocumentFilter): boolean =>
  metadata.length > 0 || source !== undefined || namePart !== undefined;

/** Runs statements that may read every document; undefined when one of them takes longer than `fullReadMs`. */
export async function withinFullRead<Result>(
  database: Database,
  { fullReadMs }: ReadBounds,
  work: (session: DatabaseSession) => Promise<Result>,
): Promise<Result | undefined> {
  const timeout = Prisma.raw(String(fullReadMs));
  try {
    return await database.$transaction(async (session) => {
      await session.$executeRaw`SET LOCAL statement_timeout = ${timeout}`;
      return await work(session);
    });
  } catch (error) {
    if (isStatementTimeout(error)) return undefined;
    throw error;
  }
}

/** The columns that filters look at. `||` decompresses metadata once, and not again for each condition. */
const filteredColumns = Prisma.sql`
  id, "namespaceId", "tenantId", "liveKey", "externalId", name, "documentType", "ingestionSource", status, "connectionId",
  "ingestJobRunId", ${sourceColumns}, metadata || '{}'::jsonb AS metadata`;

/**
 * Returns a sample of the documents that match the filter's tenant, source, type and status: `documents_sample_idx` holds one in 64 of a
 * namespace's documents, in the order of random parts of their ids.
 */
export const sampleOf = (filter: DocumentFilter, { sampledDocuments }: ReadBounds): Prisma.Sql => Prisma.sql`
  SELECT ${filteredColumns} FROM documents
  WHERE ${Prisma.join(kindConditions(filter), ' AND ')} AND "liveKey" IS NOT NULL AND get_byte(uuid_send(id), 15) < 4
  ORDER BY substr(uuid_send(id), 13, 3) LIMIT ${sampledDocuments}`;

/**
 * The matches among the next documents of a namespace, newest first; `readTo` is the last document that was read, undefined when there
 * are no more.
 */
async function findAmongNext(
  database: Database,
  filter: DocumentFilter,
  {
    after,
    limit,
    reads,
  }: { readonly after: string | undefined; readonly limit: number; readonly reads: number },
): Promise<{ ids: string[]; readTo: string | undefined }> {
  const { namespaceId, tenantId } = filter;
  const place = Prisma.join(kindConditions({ namespaceId, tenantId }), ' AND ');
  const before = after === undefined ? Prisma.empty : Prisma.sql`AND id < ${after}::uuid`;
  const [last] = await database.$queryRaw<{ id: string }[]>`
    SELECT id FROM documents WHERE ${place} ${before} ORDER BY id DESC OFFSET ${reads - 1} LIMIT 1`;
  const from = last ? Prisma.sql`AND id >= ${last.id}::uuid` : Prisma.empty;
  const found = await database.$queryRaw<{ id: string }[]>`
    WITH next AS MATERIALIZED (SELECT ${filteredColumns} FROM documents WHERE ${place} ${before} ${from})
    SELECT id FROM next AS documents WHERE ${documentCondition(filter)} ORDER BY id DESC LIMIT ${limit}`;
  return { ids: found.map(({ id }) => id), readTo: last?.id };
}

/** A transition of a document. */
export interface TimelineEntry {
  readonly at: Date;
  readonly status: DocumentStatus;
  /** The stage that it was in or waited for. */
  readonly stage: DocumentStage;
  /** The revision that it was about. */
  readonly revision: number;
  /** The error, with the beginning of its message. */
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** Maximum number of transitions that are stored for a document. */
export const maxTimelineEntries = 32;

type Line = Pick<
  DocumentModel,
  'timeline' | 'status' | 'stage' | 'revision' | 'errorCode' | 'ingestionError' | 'createdAt' | 'updatedAt'
>;

/** Form of a line that the trigger writes: time, status, stage, revision, and for an error its code and sentence. */
const lineFormat = /^(\S+) (\w+) (\w+) (\d+)(?: (\w+)(?: (.*))?)?$/s;

function readLine(line: string): TimelineEntry {
  const [, epoch, status, stage, revision, code, message = ''] = lineFormat.exec(line) ?? [];
  const known = Object.values(DocumentStatus).find((value) => value === status);
  const knownStage = Object.values(DocumentStage).find((value) => value === stage);
  if (!known || !knownStage) throw new Error(`A document's timeline has the line "${line}"`);
  return {
    at: new Date(Number(epoch) * 1_000),
    status: known,
    stage: knownStage,
    revision: Number(revision),
    error: code === undefined ? null : { code, message },
  };
}

/** Returns the last 32 transitions of a document, oldest first; its creation counts as the first. */
export function timelineOf(document: Line): TimelineEntry[] {
  if (document.timeline.length > 0) return document.timeline.map(readLine);
  const { status, stage, revision, errorCode: code, ingestionError } = document;
  // A document without a timeline has not changed since its creation, or since before timelines: the trigger starts by the same rule.
  const isNew = revision === 1 && (status === 'BACKLOG' || status === 'QUEUED');
  const at = isNew ? document.createdAt : document.updatedAt;
  const error = code === null ? null : { code, message: ingestionError ?? '' };
  return [{ at, status, stage, revision, error }];
}

/**
 * Lists matching documents, newest first, one more than the page size when there is a next page. Each status is read from its own range
 * of the index, so that few documents among a million are found quickly.
 */
export async function listDocuments(
  database: DatabaseSession,
  filter: DocumentFilter,
  page: Page,
): Promise<DocumentModel[]> {
  const after = page.after ? Prisma.sql`AND id < ${page.after}::uuid` : Prisma.empty;
  const limit = page.size + 1;
  if (!filter.statuses)
    return database.$queryRaw<DocumentModel[]>`
      SELECT * FROM documents WHERE ${documentCondition(filter)} ${after} ORDER BY id DESC LIMIT ${limit}`;
  const { statuses, ...others } = filter;
  const pages = knownStatuses(statuses).map(
    (
      status,
    ) => Prisma.sql`(SELECT * FROM documents WHERE status = ${status}::"DocumentStatus" AND ${documentCondition(others)} ${after}
      ORDER BY id DESC LIMIT ${limit})`,
  );
  if (pages.length === 0) return [];
  return database.$queryRaw<DocumentModel[]>`
    SELECT * FROM (${Prisma.join(pages, ' UNION ALL ')}) AS found ORDER BY id DESC LIMIT ${limit}`;
}

interface DocumentPage {
  /** Documents of the page, and one more when there is a next page. */
  readonly documents: DocumentModel[];
  /** The last document that was read where the page may be followed by another one though it is not full. */
  readonly readTo?: string | undefined;
}

/**
 * Lists matching documents, newest first. Where those of a page lie too far apart to be found in time, the page holds those among the next
 * documents, perhaps none.
 */
export async function listDocumentPage(
  database: Database,
  filter: DocumentFilter,
  page: Page,
  bounds: ReadBounds = readBounds,
): Promise<DocumentPage> {
  if (!mayReadAll(filter)) return { documents: await listDocuments(database, filter, page) };
  const documents = await withinFullRead(database, bounds, (session) => listDocuments(session, filter, page));
  if (documents) return { documents };
  const { ids, readTo } = await findAmongNext(database, filter, {
    after: page.after,
    limit: page.size + 1,
    reads: bounds.documentsOfPage,
  });
  const { namespaceId, tenantId } = filter;
  const found = await listDocuments(database, { namespaceId, tenantId, ids }, { size: page.size });
  return { documents: found, readTo };
}

/** Returns a live document; undefined when there is none that this tenant can see. */
export async function findDocument(
  database: Database,
  {
    namespaceId,
    tenantId,
    documentId,
  }: { namespaceId: string; tenantId: string | undefined; documentId: string },
): Promise<DocumentModel | undefined> {
  const [document] = await listDocuments(database, { namespaceId, tenantId, ids: [documentId] }, { size: 1 });
  return document;
}

/**
 * Returns whether a namespace has vectors, or documents in progress that will. Vectors of a document that failed at its first attempt do
 * not count: no search sees them, and a new attempt writes all of them again.
 */
export async function hasVectors(database: DatabaseSession, namespaceId: string): Promise<boolean> {
  const [row] = await database.$queryRaw<{ found: boolean }[]>`
    SELECT EXISTS (
      SELECT 1 FROM documents
      WHERE "namespaceId" = ${namespaceId}::uuid AND "liveKey" IS NOT NULL
        AND ("activeRevision" IS NOT NULL OR status = ANY(${unfinishedStatuses}::"DocumentStatus"[])
          OR EXISTS (SELECT 1 FROM chunks WHERE chunks."documentId" = documents.id AND stored))
    ) AS found`;
  return row?.found ?? false;
}

/** Returns whether vectors of deleted documents may be left, beside which a store takes none of another model. */
export async function isBeingPurged(database: DatabaseSession, namespaceId: string): Promise<boolean> {
  const deleted = { namespaceId, status: 'QUEUED_FOR_DELETION' } as const;
  return (await database.document.findFirst({ where: deleted, select: { id: true } })) !== null;
}

/** Returns a live document of an organization in an active namespace; undefined when there is none that this tenant can see. */
export async function findDocumentOfOrganization(
  database: Database,
  {
    organizationId,
    tenantId,
    documentId,
  }: { organizationId: string; tenantId: string | undefined; documentId: string },
): Promise<DocumentModel | undefined> {
  if (!isId(documentId)) return undefined;
  const document = await database.document.findFirst({
    where: {
      id: documentId,
      organizationId,
      liveKey: { not: null },
      namespace: { status: 'ACTIVE' },
      ...(tenantId !== undefined && { tenantId }),
    },
  });
  return document ?? undefined;
}

import { type Database, type DatabaseSession, type DocumentModel, Prisma } from '@docfleet/database';
import { isId } from '../database/identifier.ts';
import type { Page } from '../run/list-runs.ts';
import { filteredColumns, mayReadAll, type ReadBounds, readBounds, withinFullRead } from './bounded-read.ts';
import { type DocumentFilter, documentCondition, kindConditions, knownStatuses } from './filter.ts';
import { unfinishedStatuses } from './transitions.ts';

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

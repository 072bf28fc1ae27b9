import { type Database, type DatabaseSession, type DocumentModel, Prisma } from '@docfleet/database';
import { isId } from '../database/identifier.ts';
import type { Page } from '../run/list-runs.ts';
import { type DocumentFilter, documentCondition, knownStatuses } from './filter.ts';
import { unfinishedStatuses } from './transitions.ts';

/**
 * Documents that match, the newest first, one more than asked for when there is a next page. By status, each is looked for in its
 * own part of the index: few among a million are found as fast as many.
 */
export async function listDocuments(
  database: Database,
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

/** One living document; undefined when there is none that this tenant may see. */
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
 * Whether anything of a namespace lies in its vector store, or is on its way there. What a document wrote that failed at its very
 * first attempt does not count: no search sees it, and a new attempt writes all of it again.
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

/** A living document of an organisation in a namespace that is not being deleted; undefined when there is none that this tenant may see. */
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

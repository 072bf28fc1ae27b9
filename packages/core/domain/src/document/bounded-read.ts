import { type Database, type DatabaseSession, isStatementTimeout, Prisma } from '@docfleet/database';
import { limits } from '@docfleet/runtime/config';
import { sourceColumns } from './fields.ts';
import { type DocumentFilter, kindConditions } from './filter.ts';

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
export const filteredColumns = Prisma.sql`
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

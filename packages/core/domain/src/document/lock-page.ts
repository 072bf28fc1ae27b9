import { type DatabaseSession, type DocumentModel, Prisma } from '@docfleet/database';
import { type DocumentFilter, documentCondition } from './filter.ts';

export const batchSize = 1_000;

export type LockedDocument = Pick<
  DocumentModel,
  | 'id'
  | 'namespaceId'
  | 'tenantId'
  | 'connectionId'
  | 'status'
  | 'documentType'
  | 'ingestionSource'
  | 'ingestJobId'
  | 'revision'
  | 'createdAt'
>;

/** Columns of a `LockedDocument`. */
export const lockedColumns = Prisma.raw(
  [
    'id',
    'namespaceId',
    'tenantId',
    'connectionId',
    'status',
    'documentType',
    'ingestionSource',
    'ingestJobId',
    'revision',
    'createdAt',
  ]
    .map((column) => `documents."${column}"`)
    .join(', '),
);

/** Locks the next matching documents in order of id, so that decisions about them stay true until they are changed. */
export const lockPage = (
  session: DatabaseSession,
  filter: DocumentFilter,
  after: string,
): Promise<LockedDocument[]> =>
  session.$queryRaw<LockedDocument[]>`
    SELECT ${lockedColumns} FROM documents WHERE ${documentCondition(filter)} AND documents.id > ${after}::uuid
    ORDER BY documents.id LIMIT ${batchSize} FOR UPDATE`;

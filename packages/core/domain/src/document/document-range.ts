import { Prisma } from '@docfleet/database';
import type { PayloadOf, purgeDocuments } from '@docfleet/queues';

/** Documents of a namespace by their first and last id. */
export type DocumentRange = PayloadOf<typeof purgeDocuments>;

export const inRange = ({ namespaceId, first, last }: DocumentRange): Prisma.Sql => Prisma.sql`
  documents."namespaceId" = ${namespaceId}::uuid AND documents.id BETWEEN ${first}::uuid AND ${last}::uuid`;

/** Documents that a job processes per batch. */
export const rangeBatchSize = 100;

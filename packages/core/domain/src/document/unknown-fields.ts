import { type Database, Prisma } from '@docfleet/database';

/** Documents of which it is read whether they have a field: more would take longer than the search that found nothing. */
const maxDocuments = 20_000;

/** Fields of the metadata that no living document of the namespace, or of the tenant in it, has; none where there are too many documents to know. */
export async function findUnknownFields(
  database: Database,
  { namespaceId, tenantId }: { readonly namespaceId: string; readonly tenantId: string | undefined },
  fields: readonly string[],
): Promise<string[]> {
  const ofTenant = tenantId === undefined ? Prisma.empty : Prisma.sql`AND "tenantId" = ${tenantId}`;
  const rows = await database.$queryRaw<{ field: string }[]>`
    WITH known AS MATERIALIZED (
      SELECT metadata FROM documents
      WHERE "namespaceId" = ${namespaceId}::uuid AND "liveKey" IS NOT NULL ${ofTenant} LIMIT ${maxDocuments + 1})
    SELECT field FROM unnest(${fields}::text[]) AS field
    WHERE (SELECT count(*) FROM known) BETWEEN 1 AND ${maxDocuments}
      AND NOT EXISTS (SELECT 1 FROM known WHERE metadata ? field)`;
  return rows.map(({ field }) => field);
}

import type { Database } from '@docfleet/database';

/** The generations of each of these namespaces that have vectors of their own; a namespace that is gone has no entry. */
export async function findKnownPlaces(
  database: Database,
  namespaceIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
  const rows = await database.$queryRaw<{ id: string; generations: number[] }[]>`
    SELECT namespaces.id, array_agg(generations.number) AS generations
    FROM namespaces CROSS JOIN LATERAL (
      SELECT namespaces.generation AS number
      UNION ALL SELECT namespaces.generation - 1 WHERE namespaces."previousConfigs" IS NOT NULL
    ) AS generations
    WHERE namespaces.id = ANY(${namespaceIds}::uuid[])
    GROUP BY namespaces.id`;
  return new Map(rows.map(({ id, generations }) => [id, new Set(generations)]));
}

/** Returns those of the namespaces, also of deleted ones, into which this database has ingested: their activity outlives them. */
export async function findIngestedNamespaces(
  database: Database,
  namespaceIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await database.$queryRaw<{ id: string }[]>`
    SELECT asked.id FROM unnest(${namespaceIds}::uuid[]) AS asked(id)
    WHERE EXISTS (SELECT 1 FROM activity_counts WHERE "namespaceId" = asked.id)`;
  return new Set(rows.map(({ id }) => id));
}

/** Returns those of the ids that are documents of a namespace, including documents that are being deleted. */
export async function findExistingDocuments(
  database: Database,
  namespaceId: string,
  documentIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await database.$queryRaw<{ id: string }[]>`
    SELECT id FROM documents WHERE id = ANY(${documentIds}::uuid[]) AND "namespaceId" = ${namespaceId}::uuid`;
  return new Set(rows.map(({ id }) => id));
}

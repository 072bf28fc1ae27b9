import type { Database } from '@docfleet/database';
import { belongings, type Entry, entryRows } from './incoming-document.ts';

/**
 * Creates documents with their jobs, runs and contents in one statement; returns the ids of those that were created: not of those whose
 * external id a live document has, nor of a deleted namespace.
 */
export async function createDocuments(
  database: Database,
  entries: readonly Entry[],
): Promise<ReadonlySet<string>> {
  // In the order of the unique key: two statements that meet in several documents must not wait for each other.
  const rows = await database.$queryRaw<{ id: string }[]>`
    WITH ${entryRows(entries)}, document AS (
      INSERT INTO documents (id, "organizationId", "namespaceId", "tenantId", "externalId", "liveKey", name, "documentType",
        "ingestionSource", status, stage, "ingestJobId", "ingestJobRunId", metadata, "contentHash", "mimeType", "fileSize")
      SELECT entry."documentId", namespaces."organizationId", namespaces.id, entry."tenantId", entry."externalId",
        decode(entry."liveKey", 'base64'), entry.name, entry."documentType", entry.source, entry.status, entry.stage,
        entry."ingestJobId", entry."ingestJobRunId", coalesce(entry.metadata, '{}'), decode(entry."contentHash", 'base64'), entry."mimeType",
        entry."fileSize"
      FROM entry JOIN namespaces ON namespaces.id = entry."namespaceId" AND namespaces.status = 'ACTIVE'
      ORDER BY namespaces.id, entry."liveKey"
      ON CONFLICT ("namespaceId", "liveKey") DO NOTHING
      RETURNING id
    ), ${belongings}
    SELECT id FROM document`;
  return new Set(rows.map(({ id }) => id));
}

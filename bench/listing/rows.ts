import type { Database } from '@docfleet/domain/database';

const rowsPerStatement = 10_000;

/** Makes documents of a namespace by SQL, as ingests would leave them: 1 in 1,000 failed, ten tenants, a team each hundred share, a number of their own. */
export async function makeDocuments(
  database: Database,
  { organizationId, namespaceId, count }: { organizationId: string; namespaceId: string; count: number },
): Promise<void> {
  const [jobId, runId] = [crypto.randomUUID(), crypto.randomUUID()];
  await database.$executeRaw`
    INSERT INTO ingest_jobs (id, "organizationId", "namespaceId", source, config, "chunkSize", "chunkOverlap")
    VALUES (${jobId}::uuid, ${organizationId}::uuid, ${namespaceId}::uuid, 'TEXT', '{}', 1000, 200)`;
  await database.$executeRaw`
    INSERT INTO ingest_job_runs (id, "organizationId", "namespaceId", "ingestJobId", "unfinishedDocuments")
    VALUES (${runId}::uuid, ${organizationId}::uuid, ${namespaceId}::uuid, ${jobId}::uuid, 0)`;
  for (let from = 0; from < count; from += rowsPerStatement)
    await database.$executeRaw`
      INSERT INTO documents (id, "organizationId", "namespaceId", "tenantId", "externalId", "liveKey", name, "documentType",
        "ingestionSource", status, stage, "ingestJobId", "ingestJobRunId", metadata, revision, "activeRevision")
      SELECT (lpad(to_hex(n), 12, '0') || '7000' || '8' || substr(md5(${namespaceId} || n), 1, 15))::uuid, ${organizationId}::uuid,
        ${namespaceId}::uuid, 'tenant-' || n % 10, n::text, sha256(n::text::bytea), 'Document ' || n, 'TEXT', 'TEXT',
        CASE WHEN n % 1000 = 7 THEN 'FAILED' ELSE 'SUCCESS' END::"DocumentStatus", 'EMBED', ${jobId}::uuid, ${runId}::uuid,
        jsonb_build_object('team', 'team-' || n % 100, 'number', n), 1, 1
      FROM generate_series(${from}::int + 1, ${Math.min(from + rowsPerStatement, count)}::int) AS n`;
}

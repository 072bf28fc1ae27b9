-- AlterTable
ALTER TABLE "ingest_job_runs" ADD COLUMN "endsAs" "IngestJobRunStatus" NOT NULL DEFAULT 'COMPLETED',
ADD COLUMN "deletion" JSONB;

-- contract: unused since 0.2
ALTER TABLE "ingest_job_runs" DROP COLUMN "itemsFound",
DROP COLUMN "itemsSkipped",
DROP COLUMN "skippedItems";

-- Writes the event of a run's status; a run that ended with errors has ended, which its status tells more of.
CREATE OR REPLACE FUNCTION write_run_event(namespace UUID, tenant TEXT, run_status "IngestJobRunStatus", run UUID)
RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_events ("organizationId", "namespaceName", "tenantId", type, data)
  SELECT "organizationId", name, tenant,
    (CASE WHEN run_status IN ('COMPLETED_WITH_ERRORS', 'FAILED') THEN 'INGEST_JOB_RUN_COMPLETED' ELSE 'INGEST_JOB_RUN_' || run_status END)::"WebhookEventType",
    jsonb_build_object('ingestJobRunId', run) || CASE WHEN run_status IN ('COMPLETED_WITH_ERRORS', 'FAILED')
      THEN jsonb_build_object('status', run_status) ELSE '{}' END
  FROM namespaces WHERE namespaces.id = namespace;
END
$$;

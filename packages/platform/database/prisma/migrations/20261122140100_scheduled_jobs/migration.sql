CREATE INDEX CONCURRENTLY "ingest_jobs_scheduled_idx" ON "ingest_jobs"("organizationId") WHERE "nextRunAt" IS NOT NULL;

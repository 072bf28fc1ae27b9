-- CreateIndex
CREATE INDEX CONCURRENTLY IF NOT EXISTS "ingest_job_runs_intake_updatedAt_idx" ON "ingest_job_runs"("intake", "updatedAt");

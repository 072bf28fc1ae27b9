-- CreateIndex
CREATE INDEX CONCURRENTLY IF NOT EXISTS "ingest_jobs_nextRunAt_idx" ON "ingest_jobs"("nextRunAt");

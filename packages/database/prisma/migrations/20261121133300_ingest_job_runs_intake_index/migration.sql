-- CreateIndex
CREATE INDEX CONCURRENTLY IF NOT EXISTS "ingest_job_runs_listing_updatedAt_idx" ON "ingest_job_runs"("listing", "updatedAt");

-- CreateIndex
CREATE INDEX CONCURRENTLY IF NOT EXISTS "ingest_jobs_connectionId_idx" ON "ingest_jobs"("connectionId");

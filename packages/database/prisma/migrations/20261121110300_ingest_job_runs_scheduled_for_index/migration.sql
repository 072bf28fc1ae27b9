-- CreateIndex
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "ingest_job_runs_ingestJobId_scheduledFor_key" ON "ingest_job_runs"("ingestJobId", "scheduledFor");

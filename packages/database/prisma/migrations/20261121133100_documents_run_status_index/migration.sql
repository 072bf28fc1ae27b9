-- CreateIndex
CREATE INDEX CONCURRENTLY IF NOT EXISTS "documents_ingestJobRunId_status_id_idx" ON "documents"("ingestJobRunId", "status", "id");

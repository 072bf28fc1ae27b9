-- CreateIndex
CREATE INDEX CONCURRENTLY IF NOT EXISTS "documents_nextSyncAt_idx" ON "documents"("nextSyncAt");

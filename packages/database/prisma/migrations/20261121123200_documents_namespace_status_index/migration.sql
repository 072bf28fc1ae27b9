-- CreateIndex
CREATE INDEX CONCURRENTLY IF NOT EXISTS "documents_namespaceId_status_id_idx" ON "documents"("namespaceId", "status", "id" DESC);

-- CreateIndex
CREATE INDEX CONCURRENTLY IF NOT EXISTS "documents_namespaceId_tenantId_id_idx" ON "documents"("namespaceId", "tenantId", "id" DESC);

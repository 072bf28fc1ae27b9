-- CreateIndex
CREATE INDEX CONCURRENTLY IF NOT EXISTS "documents_namespaceId_externalId_idx" ON "documents"("namespaceId", "externalId");

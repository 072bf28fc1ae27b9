-- CreateIndex
CREATE INDEX CONCURRENTLY IF NOT EXISTS "documents_namespaceId_generation_idx" ON "documents"("namespaceId", "generation");

-- CreateIndex
CREATE INDEX CONCURRENTLY IF NOT EXISTS "documents_connectionId_id_idx" ON "documents"("connectionId", "id");

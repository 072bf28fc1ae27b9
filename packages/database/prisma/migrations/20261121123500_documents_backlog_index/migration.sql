-- Which namespaces have a backlog, and its oldest documents.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "documents_backlog_idx" ON "documents"("namespaceId", "id") WHERE "status" = 'BACKLOG';

-- What the scheduler looks for every few seconds among millions that are done.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "documents_pending_metadata_idx" ON "documents"("namespaceId", "id") WHERE "metadataUpdate" IN ('QUEUED', 'PROCESSING');

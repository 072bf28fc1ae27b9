-- What waits to be merged into the index (in kB) is scanned by every search in it: of the usual 4 MB that took 90 ms.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "documents_metadata_idx" ON "documents" USING GIN ("metadata" jsonb_path_ops) WITH (gin_pending_list_limit = 256);

-- Documents by the beginning of their names, in whatever case, as searches while typing ask for them.
CREATE INDEX CONCURRENTLY "documents_name_idx" ON "documents"("namespaceId", lower("name") text_pattern_ops);

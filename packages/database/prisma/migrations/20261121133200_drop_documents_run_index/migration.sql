-- DropIndex
DROP INDEX CONCURRENTLY IF EXISTS "documents_ingestJobRunId_idx";

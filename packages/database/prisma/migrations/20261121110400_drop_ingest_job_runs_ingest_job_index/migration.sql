-- DropIndex
DROP INDEX CONCURRENTLY IF EXISTS "ingest_job_runs_ingestJobId_idx";

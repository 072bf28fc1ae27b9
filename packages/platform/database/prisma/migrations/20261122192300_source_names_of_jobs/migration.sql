-- Before the first release, when no table is large: this rewrites the table.
ALTER TABLE "ingest_jobs" ALTER COLUMN "source" SET DATA TYPE TEXT;

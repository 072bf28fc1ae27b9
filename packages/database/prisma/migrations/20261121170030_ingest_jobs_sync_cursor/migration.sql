-- AlterTable
ALTER TABLE "ingest_jobs" ADD COLUMN IF NOT EXISTS "syncCursor" JSONB;

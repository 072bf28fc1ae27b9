-- AlterTable
ALTER TABLE "ingest_jobs" ADD COLUMN IF NOT EXISTS "nextRunAt" TIMESTAMPTZ(3);

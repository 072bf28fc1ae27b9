-- AlterTable
ALTER TABLE "ingest_job_runs" ADD COLUMN IF NOT EXISTS "scheduledFor" TIMESTAMPTZ(3);

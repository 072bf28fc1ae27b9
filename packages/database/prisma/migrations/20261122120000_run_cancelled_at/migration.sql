-- AlterTable
ALTER TABLE "ingest_job_runs" ADD COLUMN     "cancelledAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "ingest_job_runs" ADD COLUMN     "traceparent" VARCHAR(55);

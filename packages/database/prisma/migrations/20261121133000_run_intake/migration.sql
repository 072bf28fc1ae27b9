-- CreateEnum
CREATE TYPE "IngestJobRunListing" AS ENUM ('REQUEST', 'SOURCE');

-- AlterTable
ALTER TABLE "ingest_job_runs" ADD COLUMN "listing" "IngestJobRunListing";

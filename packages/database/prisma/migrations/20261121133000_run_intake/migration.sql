-- CreateEnum
CREATE TYPE "IngestJobRunIntake" AS ENUM ('REQUEST', 'SOURCE');

-- AlterTable
ALTER TABLE "ingest_job_runs" ADD COLUMN "intake" "IngestJobRunIntake";

-- CreateEnum
CREATE TYPE "IngestJobRunIntake" AS ENUM ('REQUEST', 'SOURCE');

-- DropIndex
DROP INDEX "documents_ingestJobRunId_idx";

-- AlterTable
ALTER TABLE "ingest_job_runs" ADD COLUMN "intake" "IngestJobRunIntake";

-- CreateIndex
CREATE INDEX "documents_ingestJobRunId_status_id_idx" ON "documents"("ingestJobRunId", "status", "id");

-- CreateIndex
CREATE INDEX "ingest_job_runs_intake_updatedAt_idx" ON "ingest_job_runs"("intake", "updatedAt");

-- AlterTable
ALTER TABLE "ingest_job_run_documents" ADD COLUMN "isUnchanged" BOOLEAN NOT NULL DEFAULT false;

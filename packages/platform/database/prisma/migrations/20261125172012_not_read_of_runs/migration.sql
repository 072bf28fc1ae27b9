ALTER TABLE "ingest_job_run_documents" ADD COLUMN "notRead" JSONB;

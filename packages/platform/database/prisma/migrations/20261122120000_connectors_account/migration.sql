-- AlterEnum
ALTER TYPE "IngestJobRunStatus" ADD VALUE 'NEEDS_CONFIRMATION' BEFORE 'COMPLETED';
ALTER TYPE "IngestJobRunStatus" ADD VALUE 'COMPLETED_WITH_ERRORS';
ALTER TYPE "IngestJobRunStatus" ADD VALUE 'FAILED';

-- AlterEnum
ALTER TYPE "IngestJobRunListing" ADD VALUE 'CONFIRMATION';

-- AlterEnum
ALTER TYPE "WebhookEventType" ADD VALUE 'INGEST_JOB_RUN_NEEDS_CONFIRMATION' BEFORE 'INGEST_JOB_RUN_COMPLETED';

-- CreateEnum
CREATE TYPE "IngestJobRunItemOutcome" AS ENUM ('SKIPPED', 'DELETED');

-- CreateTable
CREATE TABLE "ingest_job_run_items" (
    "ingestJobRunId" UUID NOT NULL,
    "externalId" TEXT NOT NULL,
    "outcome" "IngestJobRunItemOutcome" NOT NULL,
    "name" TEXT,
    "reason" TEXT NOT NULL,

    CONSTRAINT "ingest_job_run_items_pkey" PRIMARY KEY ("ingestJobRunId","externalId")
);

-- CreateTable
CREATE TABLE "connection_feeds" (
    "ingestJobId" UUID NOT NULL,
    "extent" TEXT NOT NULL,
    "drive" TEXT NOT NULL,
    "cursor" TEXT,
    "nextCursor" TEXT,

    CONSTRAINT "connection_feeds_pkey" PRIMARY KEY ("ingestJobId","extent","drive")
);

-- AddForeignKey
ALTER TABLE "ingest_job_run_items" ADD CONSTRAINT "ingest_job_run_items_ingestJobRunId_fkey" FOREIGN KEY ("ingestJobRunId") REFERENCES "ingest_job_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connection_feeds" ADD CONSTRAINT "connection_feeds_ingestJobId_fkey" FOREIGN KEY ("ingestJobId") REFERENCES "ingest_jobs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

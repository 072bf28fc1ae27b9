-- CreateEnum
CREATE TYPE "IngestJobRunStatus" AS ENUM ('QUEUED', 'PRE_PROCESSING', 'PROCESSING', 'NEEDS_CONFIRMATION', 'COMPLETED', 'COMPLETED_WITH_ERRORS', 'FAILED');

-- CreateEnum
CREATE TYPE "IngestJobRunListing" AS ENUM ('REQUEST', 'SOURCE', 'CONFIRMATION');

-- CreateEnum
CREATE TYPE "DocumentStatus" AS ENUM ('BACKLOG', 'QUEUED', 'QUEUED_FOR_RESYNC', 'QUEUED_FOR_UPDATE', 'QUEUED_FOR_DELETION', 'PROCESSING', 'SUCCESS', 'FAILED', 'CANCELLED');

-- CreateEnum
CREATE TYPE "IngestJobRunItemOutcome" AS ENUM ('SKIPPED', 'DELETED');

-- CreateTable
CREATE TABLE "ingest_job_runs" (
    "id" UUID NOT NULL,
    "organizationId" UUID NOT NULL,
    "namespaceId" UUID NOT NULL,
    "tenantId" VARCHAR(64),
    "ingestJobId" UUID NOT NULL,
    "status" "IngestJobRunStatus" NOT NULL DEFAULT 'QUEUED',
    "errorMessage" TEXT,
    "cancelledAt" TIMESTAMPTZ(3),
    "endsAs" "IngestJobRunStatus" NOT NULL DEFAULT 'COMPLETED',
    "listing" "IngestJobRunListing",
    "unfinishedDocuments" INTEGER NOT NULL,
    "listingProgress" JSONB,
    "deletion" JSONB,
    "scheduledFor" TIMESTAMPTZ(3),
    "traceparent" VARCHAR(55),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ingest_job_runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ingest_job_run_documents" (
    "ingestJobRunId" UUID NOT NULL,
    "documentId" UUID NOT NULL,
    "outcome" "DocumentStatus",
    "error" TEXT,
    "isUnchanged" BOOLEAN NOT NULL DEFAULT false,
    "notRead" JSONB,

    CONSTRAINT "ingest_job_run_documents_pkey" PRIMARY KEY ("ingestJobRunId","documentId")
);

-- CreateTable
CREATE TABLE "ingest_job_run_items" (
    "ingestJobRunId" UUID NOT NULL,
    "externalId" TEXT NOT NULL,
    "outcome" "IngestJobRunItemOutcome" NOT NULL,
    "name" TEXT,
    "reason" TEXT NOT NULL,

    CONSTRAINT "ingest_job_run_items_pkey" PRIMARY KEY ("ingestJobRunId","externalId")
);

-- CreateIndex
CREATE INDEX "ingest_job_runs_namespaceId_id_idx" ON "ingest_job_runs"("namespaceId", "id" DESC);

-- CreateIndex
CREATE INDEX "ingest_job_runs_listing_updatedAt_idx" ON "ingest_job_runs"("listing", "updatedAt");

-- CreateIndex
CREATE UNIQUE INDEX "ingest_job_runs_ingestJobId_scheduledFor_key" ON "ingest_job_runs"("ingestJobId", "scheduledFor");

-- AddForeignKey
ALTER TABLE "ingest_job_runs" ADD CONSTRAINT "ingest_job_runs_namespaceId_fkey" FOREIGN KEY ("namespaceId") REFERENCES "namespaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ingest_job_runs" ADD CONSTRAINT "ingest_job_runs_ingestJobId_fkey" FOREIGN KEY ("ingestJobId") REFERENCES "ingest_jobs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ingest_job_run_documents" ADD CONSTRAINT "ingest_job_run_documents_ingestJobRunId_fkey" FOREIGN KEY ("ingestJobRunId") REFERENCES "ingest_job_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ingest_job_run_items" ADD CONSTRAINT "ingest_job_run_items_ingestJobRunId_fkey" FOREIGN KEY ("ingestJobRunId") REFERENCES "ingest_job_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

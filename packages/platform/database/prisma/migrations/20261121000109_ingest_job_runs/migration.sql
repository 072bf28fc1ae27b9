-- CreateEnum
CREATE TYPE "IngestJobRunStatus" AS ENUM ('QUEUED', 'PRE_PROCESSING', 'PROCESSING', 'COMPLETED');

-- CreateEnum
CREATE TYPE "IngestJobRunListing" AS ENUM ('REQUEST', 'SOURCE');

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
    "listing" "IngestJobRunListing",
    "unfinishedDocuments" INTEGER NOT NULL,
    "listingProgress" JSONB,
    "itemsFound" INTEGER NOT NULL DEFAULT 0,
    "itemsSkipped" INTEGER NOT NULL DEFAULT 0,
    "skippedItems" JSONB,
    "scheduledFor" TIMESTAMPTZ(3),
    "traceparent" VARCHAR(55),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ingest_job_runs_pkey" PRIMARY KEY ("id")
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

-- CreateEnum
CREATE TYPE "IngestionSource" AS ENUM ('TEXT', 'URLS_LIST', 'SITEMAP', 'WEBSITE', 'YOUTUBE', 'LOCAL_FILE', 'NOTION', 'GOOGLE_DRIVE', 'DROPBOX', 'ONEDRIVE', 'SHAREPOINT', 'BOX', 'CONFLUENCE', 'REEMBEDDING');

-- CreateEnum
CREATE TYPE "SyncFrequency" AS ENUM ('DAILY', 'WEEKLY', 'MONTHLY', 'NEVER');

-- CreateTable
CREATE TABLE "ingest_jobs" (
    "id" UUID NOT NULL,
    "organizationId" UUID NOT NULL,
    "namespaceId" UUID NOT NULL,
    "tenantId" VARCHAR(64),
    "source" "IngestionSource" NOT NULL,
    "config" JSONB NOT NULL,
    "connectionId" UUID,
    "chunkSize" INTEGER NOT NULL,
    "chunkOverlap" INTEGER NOT NULL,
    "syncFrequency" "SyncFrequency" NOT NULL DEFAULT 'NEVER',
    "nextRunAt" TIMESTAMPTZ(3),
    "syncCursor" JSONB,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ingest_jobs_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "ingest_jobs_namespaceId_idx" ON "ingest_jobs"("namespaceId");

-- CreateIndex
CREATE INDEX "ingest_jobs_nextRunAt_idx" ON "ingest_jobs"("nextRunAt");

-- CreateIndex
CREATE INDEX "ingest_jobs_connectionId_idx" ON "ingest_jobs"("connectionId");

-- AddForeignKey
ALTER TABLE "ingest_jobs" ADD CONSTRAINT "ingest_jobs_namespaceId_fkey" FOREIGN KEY ("namespaceId") REFERENCES "namespaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

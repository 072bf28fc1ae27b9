-- CreateEnum
CREATE TYPE "SyncFrequency" AS ENUM ('DAILY', 'WEEKLY', 'MONTHLY', 'NEVER');

-- CreateTable
CREATE TABLE "ingest_jobs" (
    "id" UUID NOT NULL,
    "organizationId" UUID NOT NULL,
    "namespaceId" UUID NOT NULL,
    "tenantId" VARCHAR(64),
    "source" TEXT NOT NULL,
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

-- CreateTable
CREATE TABLE "connection_feeds" (
    "ingestJobId" UUID NOT NULL,
    "extent" TEXT NOT NULL,
    "drive" TEXT NOT NULL,
    "cursor" TEXT,
    "nextCursor" TEXT,

    CONSTRAINT "connection_feeds_pkey" PRIMARY KEY ("ingestJobId","extent","drive")
);

-- CreateTable
CREATE TABLE "sync_invitations" (
    "ingestJobId" UUID NOT NULL,
    "invitedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sync_invitations_pkey" PRIMARY KEY ("ingestJobId")
);

-- CreateIndex
CREATE INDEX "ingest_jobs_namespaceId_idx" ON "ingest_jobs"("namespaceId");

-- CreateIndex
CREATE INDEX "ingest_jobs_nextRunAt_idx" ON "ingest_jobs"("nextRunAt");

-- CreateIndex
CREATE INDEX "ingest_jobs_connectionId_idx" ON "ingest_jobs"("connectionId");

-- AddForeignKey
ALTER TABLE "sync_invitations" ADD CONSTRAINT "sync_invitations_ingestJobId_fkey" FOREIGN KEY ("ingestJobId") REFERENCES "ingest_jobs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ingest_jobs" ADD CONSTRAINT "ingest_jobs_namespaceId_fkey" FOREIGN KEY ("namespaceId") REFERENCES "namespaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connection_feeds" ADD CONSTRAINT "connection_feeds_ingestJobId_fkey" FOREIGN KEY ("ingestJobId") REFERENCES "ingest_jobs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The rest cannot be expressed in the Prisma schema.

CREATE INDEX "ingest_jobs_scheduled_idx" ON "ingest_jobs"("organizationId") WHERE "nextRunAt" IS NOT NULL;

-- CreateEnum
CREATE TYPE "MetadataUpdateStatus" AS ENUM ('QUEUED', 'PROCESSING', 'COMPLETED', 'ERROR');

-- AlterEnum
ALTER TYPE "DocumentStage" ADD VALUE 'FETCH_PAGE' BEFORE 'PARSE';
ALTER TYPE "DocumentStage" ADD VALUE 'FETCH_ITEM' BEFORE 'PARSE';

-- AlterTable
ALTER TABLE "documents" ADD COLUMN "metadataUpdate" "MetadataUpdateStatus",
ADD COLUMN "metadataVersion" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN "nextSyncAt" TIMESTAMPTZ(3),
ADD COLUMN "syncFrequency" "SyncFrequency" NOT NULL DEFAULT 'NEVER';

-- CreateTable
CREATE TABLE "audit_events" (
    "id" UUID NOT NULL,
    "organizationId" UUID NOT NULL,
    "apiKeyId" VARCHAR(16),
    "action" VARCHAR(64) NOT NULL,
    "targetType" VARCHAR(32) NOT NULL,
    "targetId" TEXT,
    "tenantId" VARCHAR(64),
    "details" JSONB NOT NULL,
    "requestId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "audit_events_organizationId_id_idx" ON "audit_events"("organizationId", "id" DESC);

-- AddForeignKey
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateTable
CREATE TABLE "storage_counts" (
    "id" BIGSERIAL NOT NULL,
    "organizationId" UUID NOT NULL,
    "namespaceId" UUID NOT NULL,
    "tenantId" VARCHAR(64),
    "documents" INTEGER NOT NULL,
    "bytes" BIGINT NOT NULL,
    "chunks" BIGINT NOT NULL,
    "pages" BIGINT NOT NULL,
    "rolledUp" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "storage_counts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "storage_counts_namespaceId_tenantId_idx" ON "storage_counts"("namespaceId", "tenantId");

-- CreateIndex
CREATE INDEX "storage_counts_organizationId_tenantId_idx" ON "storage_counts"("organizationId", "tenantId");

-- The rest cannot be expressed in the Prisma schema.

-- Rows that the scheduler has not rolled up yet.
CREATE INDEX "storage_counts_fresh_idx" ON "storage_counts"("id") WHERE NOT "rolledUp";

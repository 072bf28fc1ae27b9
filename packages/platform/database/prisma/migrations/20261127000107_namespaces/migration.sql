-- CreateEnum
CREATE TYPE "NamespaceStatus" AS ENUM ('ACTIVE', 'DELETING');

-- CreateTable
CREATE TABLE "namespaces" (
    "id" UUID NOT NULL,
    "organizationId" UUID NOT NULL,
    "name" VARCHAR(64) NOT NULL,
    "status" "NamespaceStatus" NOT NULL DEFAULT 'ACTIVE',
    "version" INTEGER NOT NULL DEFAULT 1,
    "configs" JSONB NOT NULL,
    "sealedSecrets" BYTEA NOT NULL,
    "generation" INTEGER NOT NULL DEFAULT 1,
    "previousConfigs" JSONB,
    "sealedPreviousSecrets" BYTEA,
    "reembeddingRunId" UUID,
    "capabilities" JSONB,
    "analyzerVersion" INTEGER,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "namespaces_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "namespaces_status_idx" ON "namespaces"("status");

-- CreateIndex
CREATE UNIQUE INDEX "namespaces_organizationId_name_key" ON "namespaces"("organizationId", "name");

-- AddForeignKey
ALTER TABLE "namespaces" ADD CONSTRAINT "namespaces_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

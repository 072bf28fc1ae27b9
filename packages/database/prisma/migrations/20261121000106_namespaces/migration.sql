-- CreateEnum
CREATE TYPE "NamespaceStatus" AS ENUM ('ACTIVE', 'DELETING');

-- CreateEnum
CREATE TYPE "EmbeddingProvider" AS ENUM ('OPENAI', 'COHERE', 'JINA', 'LOCAL');

-- CreateEnum
CREATE TYPE "VectorStorageProvider" AS ENUM ('PINECONE', 'LANCEDB');

-- CreateEnum
CREATE TYPE "FileStorageType" AS ENUM ('S3_COMPATIBLE', 'LOCAL');

-- CreateEnum
CREATE TYPE "WebScraperProvider" AS ENUM ('FIRECRAWL', 'JINA', 'SCRAPINGBEE', 'BUILTIN');

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

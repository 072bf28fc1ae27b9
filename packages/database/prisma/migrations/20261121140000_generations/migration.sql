-- AlterEnum
ALTER TYPE "IngestionSource" ADD VALUE 'REEMBEDDING';

-- AlterTable
ALTER TABLE "namespaces" ADD COLUMN "generation" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN "previousConfigs" JSONB,
ADD COLUMN "sealedPreviousSecrets" BYTEA,
ADD COLUMN "reembeddingRunId" UUID;

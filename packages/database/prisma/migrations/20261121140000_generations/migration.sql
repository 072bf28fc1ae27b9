-- AlterEnum
ALTER TYPE "IngestionSource" ADD VALUE 'REEMBEDDING';

-- AlterTable
ALTER TABLE "namespaces" ADD COLUMN "generation" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN "formerConfigs" JSONB,
ADD COLUMN "sealedFormerSecrets" BYTEA,
ADD COLUMN "reembeddingRunId" UUID;

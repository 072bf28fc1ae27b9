-- AlterEnum
ALTER TYPE "IngestionSource" ADD VALUE 'REEMBEDDING';

-- AlterTable
ALTER TABLE "namespaces" ADD COLUMN "generation" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN "formerConfigs" JSONB,
ADD COLUMN "sealedFormerSecrets" BYTEA,
ADD COLUMN "reembeddingRunId" UUID;

-- AlterTable
ALTER TABLE "documents" ADD COLUMN "generation" INTEGER,
ADD COLUMN "reembedRevision" INTEGER,
ADD COLUMN "contentRevision" INTEGER,
ADD COLUMN "formerRevision" INTEGER;

-- What was embedded before generations were counted lies in the first.
UPDATE "documents" SET "generation" = 1 WHERE "activeRevision" IS NOT NULL;

-- CreateIndex
CREATE INDEX "documents_namespaceId_generation_idx" ON "documents"("namespaceId", "generation");

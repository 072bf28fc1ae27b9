-- AlterEnum
ALTER TYPE "ConnectorType" ADD VALUE 'S3';

-- AlterEnum
ALTER TYPE "IngestionSource" ADD VALUE 'S3';

-- AlterEnum
ALTER TYPE "DocumentType" ADD VALUE 'S3_DOCUMENT';

-- AlterTable
ALTER TABLE "connections" ADD COLUMN "settings" JSONB;

-- AlterTable
ALTER TABLE "documents" ADD COLUMN IF NOT EXISTS "itemPath" TEXT,
ADD COLUMN IF NOT EXISTS "itemVersion" TEXT;

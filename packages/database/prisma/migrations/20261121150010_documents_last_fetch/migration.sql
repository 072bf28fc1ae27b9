-- AlterTable
ALTER TABLE "documents" ADD COLUMN IF NOT EXISTS "lastFetch" JSONB;

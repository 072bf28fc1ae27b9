-- AlterTable
ALTER TABLE "organizations" ADD COLUMN "quotas" JSONB;

-- AlterTable
ALTER TABLE "connections" ADD COLUMN "siteId" TEXT,
ADD COLUMN "siteName" TEXT;

-- AlterTable
ALTER TABLE "documents" ADD COLUMN "sourceUrl" TEXT,
ADD COLUMN "sourceModifiedAt" TIMESTAMPTZ(3);

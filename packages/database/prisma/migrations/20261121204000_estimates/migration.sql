-- AlterTable
ALTER TABLE "conversions" ADD COLUMN     "estimate" JSONB,
ADD COLUMN     "outcome" JSONB;

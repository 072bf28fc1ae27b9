-- AlterTable
ALTER TABLE "conversions" ADD COLUMN     "keepsWholePages" BOOLEAN NOT NULL DEFAULT false;

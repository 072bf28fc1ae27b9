-- AlterTable
-- What was embedded before generations were counted lies in the first: rows that are there have this default, and keep it.
ALTER TABLE "documents" ADD COLUMN IF NOT EXISTS "generation" INTEGER DEFAULT 1,
ADD COLUMN IF NOT EXISTS "reembedRevision" INTEGER,
ADD COLUMN IF NOT EXISTS "contentRevision" INTEGER,
ADD COLUMN IF NOT EXISTS "previousRevision" INTEGER;

ALTER TABLE "documents" ALTER COLUMN "generation" DROP DEFAULT;

ALTER TABLE "evaluations" ADD COLUMN "configuration" JSONB,
ADD COLUMN "notice" TEXT;

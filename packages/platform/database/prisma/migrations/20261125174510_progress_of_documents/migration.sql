ALTER TABLE "documents" ADD COLUMN "progress" JSONB;

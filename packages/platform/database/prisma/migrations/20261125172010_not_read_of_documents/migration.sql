ALTER TABLE "documents" ADD COLUMN "notRead" JSONB;

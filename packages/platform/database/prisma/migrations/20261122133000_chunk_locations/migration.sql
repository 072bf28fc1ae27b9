ALTER TABLE "chunks" ADD COLUMN "location" JSONB;

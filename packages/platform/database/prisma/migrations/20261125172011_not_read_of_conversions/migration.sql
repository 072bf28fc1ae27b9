ALTER TABLE "conversions" ADD COLUMN "notRead" JSONB;

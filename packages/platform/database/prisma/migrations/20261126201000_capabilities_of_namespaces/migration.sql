ALTER TABLE "namespaces" ADD COLUMN "capabilities" JSONB;

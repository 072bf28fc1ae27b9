ALTER TABLE "namespaces" ADD COLUMN "analyzerVersion" INTEGER,
ADD COLUMN "indexingVersion" INTEGER NOT NULL DEFAULT 1;

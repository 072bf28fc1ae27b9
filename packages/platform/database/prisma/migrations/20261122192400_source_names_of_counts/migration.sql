-- Before the first release, when no table is large: this rewrites the table.
ALTER TABLE "document_counts" ALTER COLUMN "ingestionSource" SET DATA TYPE TEXT,
ALTER COLUMN "documentType" SET DATA TYPE TEXT;

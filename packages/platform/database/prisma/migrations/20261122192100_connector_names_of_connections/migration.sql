-- Before the first release, when no table is large: this rewrites the table.
ALTER TABLE "connections" ALTER COLUMN "connector" SET DATA TYPE TEXT;

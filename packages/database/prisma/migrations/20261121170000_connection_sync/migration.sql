-- AlterTable
ALTER TABLE "connections" DROP COLUMN "syncCursor",
ADD COLUMN     "authorizations" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "documents" ADD COLUMN     "itemPath" TEXT,
ADD COLUMN     "itemVersion" TEXT;

-- AlterTable
ALTER TABLE "ingest_job_runs" ADD COLUMN     "itemsFound" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "itemsSkipped" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "skippedItems" JSONB,
ADD COLUMN     "walk" JSONB;

-- AlterTable
ALTER TABLE "ingest_jobs" ADD COLUMN     "syncCursor" JSONB;

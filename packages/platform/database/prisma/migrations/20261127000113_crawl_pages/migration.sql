-- CreateEnum
CREATE TYPE "CrawlPageState" AS ENUM ('WAITING', 'VISITED', 'FAILED', 'GONE', 'DUPLICATE');

-- CreateTable
CREATE TABLE "crawl_pages" (
    "ingestJobId" UUID NOT NULL,
    "urlHash" BYTEA NOT NULL,
    "url" TEXT NOT NULL,
    "ingestJobRunId" UUID NOT NULL,
    "depth" INTEGER NOT NULL,
    "ordinal" BIGSERIAL NOT NULL,
    "state" "CrawlPageState" NOT NULL DEFAULT 'WAITING',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "notBefore" TIMESTAMPTZ(3),
    "identity" TEXT,
    "contentHash" BYTEA,
    "links" TEXT[],

    CONSTRAINT "crawl_pages_pkey" PRIMARY KEY ("ingestJobId","urlHash")
);

-- CreateIndex
CREATE INDEX "crawl_pages_ingestJobRunId_state_ordinal_idx" ON "crawl_pages"("ingestJobRunId", "state", "ordinal");

-- CreateIndex
CREATE INDEX "crawl_pages_ingestJobRunId_contentHash_idx" ON "crawl_pages"("ingestJobRunId", "contentHash");

-- AddForeignKey
ALTER TABLE "crawl_pages" ADD CONSTRAINT "crawl_pages_ingestJobId_fkey" FOREIGN KEY ("ingestJobId") REFERENCES "ingest_jobs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateEnum
CREATE TYPE "DocumentStage" AS ENUM ('FETCH_PAGE', 'FETCH_ITEM', 'PARSE', 'EMBED');

-- CreateEnum
CREATE TYPE "MetadataUpdateStatus" AS ENUM ('QUEUED', 'PROCESSING', 'COMPLETED', 'ERROR');

-- CreateTable
CREATE TABLE "documents" (
    "id" UUID NOT NULL,
    "organizationId" UUID NOT NULL,
    "namespaceId" UUID NOT NULL,
    "tenantId" VARCHAR(64),
    "externalId" TEXT NOT NULL,
    "liveKey" BYTEA,
    "name" TEXT,
    "documentType" TEXT NOT NULL,
    "ingestionSource" TEXT NOT NULL,
    "status" "DocumentStatus" NOT NULL,
    "stage" "DocumentStage" NOT NULL,
    "errorCode" TEXT,
    "ingestionError" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "activeRevision" INTEGER,
    "generation" INTEGER,
    "reembedRevision" INTEGER,
    "contentRevision" INTEGER,
    "previousRevision" INTEGER,
    "leaseToken" UUID,
    "leaseExpiresAt" TIMESTAMPTZ(3),
    "crashes" INTEGER NOT NULL DEFAULT 0,
    "crashedAt" TIMESTAMPTZ(3),
    "ingestJobId" UUID NOT NULL,
    "ingestJobRunId" UUID NOT NULL,
    "connectionId" UUID,
    "metadata" JSONB NOT NULL,
    "metadataVersion" INTEGER NOT NULL DEFAULT 1,
    "metadataUpdate" "MetadataUpdateStatus",
    "contentHash" BYTEA,
    "lastFetch" JSONB,
    "itemVersion" TEXT,
    "itemSize" BIGINT,
    "itemPath" TEXT,
    "sourceUrl" TEXT,
    "sourceModifiedAt" TIMESTAMPTZ(3),
    "mimeType" TEXT,
    "fileSize" INTEGER,
    "characterCount" INTEGER,
    "tokenCount" INTEGER,
    "embeddingCount" INTEGER,
    "ocrPagesCount" INTEGER,
    "notRead" JSONB,
    "progress" JSONB,
    "embedding" JSONB,
    "timeline" TEXT[],
    "lastSyncedAt" TIMESTAMPTZ(3),
    "syncFrequency" "SyncFrequency" NOT NULL DEFAULT 'NEVER',
    "nextSyncAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "documents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "document_contents" (
    "documentId" UUID NOT NULL,
    "revision" INTEGER NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "document_contents_pkey" PRIMARY KEY ("documentId","revision")
);

-- CreateTable
CREATE TABLE "document_cleanings" (
    "documentId" UUID NOT NULL,
    "requestedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "document_cleanings_pkey" PRIMARY KEY ("documentId")
);

-- CreateIndex
CREATE INDEX "documents_namespaceId_id_idx" ON "documents"("namespaceId", "id" DESC);

-- CreateIndex
CREATE INDEX "documents_namespaceId_tenantId_id_idx" ON "documents"("namespaceId", "tenantId", "id" DESC);

-- CreateIndex
CREATE INDEX "documents_namespaceId_status_id_idx" ON "documents"("namespaceId", "status", "id" DESC);

-- CreateIndex
CREATE INDEX "documents_namespaceId_externalId_idx" ON "documents"("namespaceId", "externalId");

-- CreateIndex
CREATE INDEX "documents_ingestJobRunId_status_id_idx" ON "documents"("ingestJobRunId", "status", "id");

-- CreateIndex
CREATE INDEX "documents_ingestJobId_idx" ON "documents"("ingestJobId");

-- CreateIndex
CREATE INDEX "documents_connectionId_id_idx" ON "documents"("connectionId", "id");

-- CreateIndex
CREATE INDEX "documents_status_updatedAt_idx" ON "documents"("status", "updatedAt");

-- CreateIndex
CREATE INDEX "documents_nextSyncAt_idx" ON "documents"("nextSyncAt");

-- CreateIndex
CREATE INDEX "documents_namespaceId_generation_idx" ON "documents"("namespaceId", "generation");

-- CreateIndex
CREATE UNIQUE INDEX "documents_namespaceId_liveKey_key" ON "documents"("namespaceId", "liveKey");

-- CreateIndex
CREATE INDEX "document_cleanings_requestedAt_idx" ON "document_cleanings"("requestedAt");

-- AddForeignKey
ALTER TABLE "documents" ADD CONSTRAINT "documents_namespaceId_fkey" FOREIGN KEY ("namespaceId") REFERENCES "namespaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "documents" ADD CONSTRAINT "documents_ingestJobId_fkey" FOREIGN KEY ("ingestJobId") REFERENCES "ingest_jobs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "documents" ADD CONSTRAINT "documents_ingestJobRunId_fkey" FOREIGN KEY ("ingestJobRunId") REFERENCES "ingest_job_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "document_cleanings" ADD CONSTRAINT "document_cleanings_documentId_fkey" FOREIGN KEY ("documentId") REFERENCES "documents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The rest cannot be expressed in the Prisma schema.

-- Every search scans the pending list of the index: at the default of 4 MB that took 90 ms. The limit is in kB.
CREATE INDEX "documents_metadata_idx" ON "documents" USING GIN ("metadata" jsonb_path_ops) WITH (gin_pending_list_limit = 256);

-- Documents by the beginning of their names, case-insensitively: for searches while typing.
CREATE INDEX "documents_name_idx" ON "documents"("namespaceId", lower("name") text_pattern_ops);

-- Namespaces with a backlog, and their oldest documents.
CREATE INDEX "documents_backlog_idx" ON "documents"("namespaceId", "id") WHERE "status" = 'BACKLOG';

-- The scheduler looks for these every few seconds among millions that are done.
CREATE INDEX "documents_pending_metadata_idx" ON "documents"("namespaceId", "id") WHERE "metadataUpdate" IN ('QUEUED', 'PROCESSING');

-- One document in 64, in an order that says nothing about it: what statistics are estimated from where counting every document takes too long.
CREATE INDEX "documents_sample_idx" ON "documents"("namespaceId", substr(uuid_send("id"), 13, 3)) WHERE get_byte(uuid_send("id"), 15) < 4 AND "liveKey" IS NOT NULL;

-- One line for each transition: time (epoch), status, stage, revision, and for an error its code and the first 200 characters of its
-- message. Text takes a third of the space of a JSON object. A new document has no timeline: its first transition also writes the
-- state in which it was created.
CREATE FUNCTION record_timeline() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  NEW.timeline := array_append(
    CASE
      WHEN OLD.timeline IS NULL THEN ARRAY[concat_ws(' ',
        date_part('epoch', CASE WHEN OLD.revision = 1 AND OLD.status IN ('BACKLOG', 'QUEUED') THEN OLD."createdAt" ELSE OLD."updatedAt" END),
        OLD.status, OLD.stage, OLD.revision, OLD."errorCode", left(OLD."ingestionError", 200))]
      WHEN cardinality(OLD.timeline) >= 32 THEN OLD.timeline[2:]
      ELSE OLD.timeline
    END,
    concat_ws(' ', date_part('epoch', clock_timestamp()),
      NEW.status, NEW.stage, NEW.revision, NEW."errorCode", left(NEW."ingestionError", 200)));
  RETURN NEW;
END
$$;

-- Skips lease renewals, attempts that fail with the same error as the one before, and deleted documents.
CREATE TRIGGER record_timeline BEFORE UPDATE ON documents FOR EACH ROW
  WHEN (NEW."liveKey" IS NOT NULL AND (OLD.status <> NEW.status OR OLD.stage <> NEW.stage OR OLD.revision <> NEW.revision
    OR (NEW."errorCode" IS NOT NULL AND OLD."errorCode" IS DISTINCT FROM NEW."errorCode")))
  EXECUTE FUNCTION record_timeline();

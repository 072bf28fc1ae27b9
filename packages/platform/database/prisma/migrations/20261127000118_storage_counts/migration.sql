-- CreateTable
CREATE TABLE "storage_counts" (
    "id" BIGSERIAL NOT NULL,
    "organizationId" UUID NOT NULL,
    "namespaceId" UUID NOT NULL,
    "tenantId" VARCHAR(64),
    "documents" INTEGER NOT NULL,
    "bytes" BIGINT NOT NULL,
    "chunks" BIGINT NOT NULL,
    "pages" BIGINT NOT NULL,
    "rolledUp" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "storage_counts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "storage_counts_namespaceId_tenantId_idx" ON "storage_counts"("namespaceId", "tenantId");

-- CreateIndex
CREATE INDEX "storage_counts_organizationId_tenantId_idx" ON "storage_counts"("organizationId", "tenantId");

-- The rest cannot be expressed in the Prisma schema.

-- Rows that the scheduler has not rolled up yet.
CREATE INDEX "storage_counts_fresh_idx" ON "storage_counts"("id") WHERE NOT "rolledUp";

-- Runs once per statement, however many rows it changes. An update that changes nothing of what is stored writes nothing.
CREATE FUNCTION count_storage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO storage_counts ("organizationId", "namespaceId", "tenantId", documents, bytes, chunks, pages)
    SELECT "organizationId", "namespaceId", "tenantId", count(*),
      sum(coalesce("fileSize", 0)::bigint + coalesce("characterCount", 0)), sum(coalesce("embeddingCount", 0)), sum(coalesce("ocrPagesCount", 0))
    FROM new_rows WHERE "liveKey" IS NOT NULL GROUP BY 1, 2, 3;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO storage_counts ("organizationId", "namespaceId", "tenantId", documents, bytes, chunks, pages)
    SELECT "organizationId", "namespaceId", "tenantId", -count(*),
      -sum(coalesce("fileSize", 0)::bigint + coalesce("characterCount", 0)), -sum(coalesce("embeddingCount", 0)), -sum(coalesce("ocrPagesCount", 0))
    FROM old_rows WHERE "liveKey" IS NOT NULL GROUP BY 1, 2, 3;
  ELSE
    INSERT INTO storage_counts ("organizationId", "namespaceId", "tenantId", documents, bytes, chunks, pages)
    SELECT "organizationId", "namespaceId", "tenantId", sum(sign),
      sum(sign * (coalesce("fileSize", 0)::bigint + coalesce("characterCount", 0))), sum(sign * coalesce("embeddingCount", 0)), sum(sign * coalesce("ocrPagesCount", 0))
    FROM (
      SELECT 1 AS sign, "organizationId", "namespaceId", "tenantId", "fileSize", "characterCount", "embeddingCount", "ocrPagesCount"
      FROM new_rows WHERE "liveKey" IS NOT NULL
      UNION ALL
      SELECT -1, "organizationId", "namespaceId", "tenantId", "fileSize", "characterCount", "embeddingCount", "ocrPagesCount"
      FROM old_rows WHERE "liveKey" IS NOT NULL
    ) AS changes
    GROUP BY 1, 2, 3
    HAVING sum(sign) <> 0 OR sum(sign * (coalesce("fileSize", 0)::bigint + coalesce("characterCount", 0))) <> 0
      OR sum(sign * coalesce("embeddingCount", 0)) <> 0 OR sum(sign * coalesce("ocrPagesCount", 0)) <> 0;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER count_inserted_storage AFTER INSERT ON documents
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_storage();

CREATE TRIGGER count_updated_storage AFTER UPDATE ON documents
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_storage();

CREATE TRIGGER count_deleted_storage AFTER DELETE ON documents
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_storage();

-- CreateTable
CREATE TABLE "document_counts" (
    "id" BIGSERIAL NOT NULL,
    "namespaceId" UUID NOT NULL,
    "tenantId" VARCHAR(64),
    "status" "DocumentStatus" NOT NULL,
    "ingestionSource" TEXT NOT NULL,
    "documentType" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "rolledUp" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "document_counts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "document_counts_namespaceId_tenantId_idx" ON "document_counts"("namespaceId", "tenantId");

-- The rest cannot be expressed in the Prisma schema.

-- Rows that the scheduler has not rolled up yet.
CREATE INDEX "document_counts_fresh_idx" ON "document_counts"("id") WHERE NOT "rolledUp";

-- Runs once per statement, however many rows it changes. An update that changes no document's kind writes nothing.
CREATE FUNCTION count_documents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO document_counts ("namespaceId", "tenantId", "status", "ingestionSource", "documentType", "count")
    SELECT "namespaceId", "tenantId", "status", "ingestionSource", "documentType", count(*)
    FROM new_rows WHERE "liveKey" IS NOT NULL GROUP BY 1, 2, 3, 4, 5;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO document_counts ("namespaceId", "tenantId", "status", "ingestionSource", "documentType", "count")
    SELECT "namespaceId", "tenantId", "status", "ingestionSource", "documentType", -count(*)
    FROM old_rows WHERE "liveKey" IS NOT NULL GROUP BY 1, 2, 3, 4, 5;
  ELSE
    INSERT INTO document_counts ("namespaceId", "tenantId", "status", "ingestionSource", "documentType", "count")
    SELECT "namespaceId", "tenantId", "status", "ingestionSource", "documentType", sum(change)
    FROM (
      SELECT "namespaceId", "tenantId", "status", "ingestionSource", "documentType", 1 AS change
      FROM new_rows WHERE "liveKey" IS NOT NULL
      UNION ALL
      SELECT "namespaceId", "tenantId", "status", "ingestionSource", "documentType", -1
      FROM old_rows WHERE "liveKey" IS NOT NULL
    ) AS changes
    GROUP BY 1, 2, 3, 4, 5 HAVING sum(change) <> 0;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER count_inserted_documents AFTER INSERT ON documents
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_documents();

CREATE TRIGGER count_updated_documents AFTER UPDATE ON documents
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_documents();

CREATE TRIGGER count_deleted_documents AFTER DELETE ON documents
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_documents();

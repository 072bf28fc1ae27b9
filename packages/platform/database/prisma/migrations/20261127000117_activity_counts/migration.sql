-- CreateEnum
CREATE TYPE "ModelPurpose" AS ENUM ('ANSWER', 'CONTEXT', 'QUESTIONS', 'EVALUATION');

-- CreateTable
CREATE TABLE "activity_counts" (
    "id" BIGSERIAL NOT NULL,
    "organizationId" UUID NOT NULL,
    "namespaceId" UUID NOT NULL,
    "namespaceName" VARCHAR(64) NOT NULL,
    "tenantId" VARCHAR(64),
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "succeeded" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "chunks" INTEGER NOT NULL,
    "tokens" BIGINT NOT NULL,
    "rolledUp" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "activity_counts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "model_usage_counts" (
    "id" BIGSERIAL NOT NULL,
    "organizationId" UUID NOT NULL,
    "namespaceId" UUID NOT NULL,
    "namespaceName" VARCHAR(64) NOT NULL,
    "tenantId" VARCHAR(64),
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "purpose" "ModelPurpose" NOT NULL,
    "model" VARCHAR(300) NOT NULL,
    "requests" INTEGER NOT NULL,
    "inputTokens" BIGINT NOT NULL,
    "outputTokens" BIGINT NOT NULL,
    "rolledUp" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "model_usage_counts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "activity_counts_namespaceId_hour_idx" ON "activity_counts"("namespaceId", "hour");

-- CreateIndex
CREATE INDEX "activity_counts_organizationId_hour_idx" ON "activity_counts"("organizationId", "hour");

-- CreateIndex
CREATE INDEX "activity_counts_hour_idx" ON "activity_counts"("hour");

-- CreateIndex
CREATE INDEX "model_usage_counts_namespaceId_hour_idx" ON "model_usage_counts"("namespaceId", "hour");

-- CreateIndex
CREATE INDEX "model_usage_counts_organizationId_hour_idx" ON "model_usage_counts"("organizationId", "hour");

-- CreateIndex
CREATE INDEX "model_usage_counts_hour_idx" ON "model_usage_counts"("hour");

-- The rest cannot be expressed in the Prisma schema.

-- Rows that the scheduler has not rolled up yet.
CREATE INDEX "activity_counts_fresh_idx" ON "activity_counts"("id") WHERE NOT "rolledUp";

-- Rows that the scheduler has not rolled up yet.
CREATE INDEX "model_usage_counts_fresh_idx" ON "model_usage_counts"("id") WHERE NOT "rolledUp";

-- Documents that were listed but cannot be ingested are created as FAILED.
CREATE FUNCTION count_inserted_activity() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM new_rows WHERE status = 'FAILED') THEN RETURN NULL; END IF;
  INSERT INTO activity_counts ("organizationId", "namespaceId", "namespaceName", "tenantId", hour, succeeded, failed, chunks, tokens)
  SELECT "organizationId", "namespaceId", (SELECT name FROM namespaces WHERE namespaces.id = "namespaceId"), "tenantId",
    date_trunc('hour', now(), 'UTC'), 0, count(*), 0, 0
  FROM new_rows WHERE status = 'FAILED' GROUP BY 1, 2, 4;
  RETURN NULL;
END
$$;

-- Most statements finish no document and return at the first check. The plan is cached for statements of any size: with nested loops
-- disabled none can become quadratic.
CREATE FUNCTION count_updated_activity() RETURNS TRIGGER LANGUAGE plpgsql SET enable_nestloop = off AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM new_rows WHERE status IN ('SUCCESS', 'FAILED')) THEN RETURN NULL; END IF;
  INSERT INTO activity_counts ("organizationId", "namespaceId", "namespaceName", "tenantId", hour, succeeded, failed, chunks, tokens)
  SELECT "organizationId", "namespaceId", (SELECT name FROM namespaces WHERE namespaces.id = "namespaceId"), "tenantId",
    date_trunc('hour', now(), 'UTC'), succeeded, failed, chunks, tokens
  FROM (
    SELECT new_row."organizationId", new_row."namespaceId", new_row."tenantId",
      count(*) FILTER (WHERE new_row.status = 'SUCCESS') AS succeeded, count(*) FILTER (WHERE new_row.status = 'FAILED') AS failed,
      coalesce(sum(new_row."embeddingCount") FILTER (WHERE new_row."activeRevision" IS DISTINCT FROM old_row."activeRevision"), 0) AS chunks,
      coalesce(sum(new_row."tokenCount") FILTER (WHERE new_row."activeRevision" IS DISTINCT FROM old_row."activeRevision"), 0) AS tokens
    FROM old_rows old_row JOIN new_rows new_row USING (id)
    WHERE new_row.status IN ('SUCCESS', 'FAILED') AND new_row.status <> old_row.status
    GROUP BY 1, 2, 3
  ) AS finished;
  RETURN NULL;
END
$$;

CREATE TRIGGER count_inserted_activity AFTER INSERT ON documents
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_activity();

CREATE TRIGGER count_updated_activity AFTER UPDATE ON documents
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_updated_activity();

CREATE TYPE "ModelPurpose" AS ENUM ('ANSWER', 'CONTEXT', 'QUESTIONS', 'EVALUATION');

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

CREATE INDEX "model_usage_counts_namespaceId_hour_idx" ON "model_usage_counts"("namespaceId", "hour");

CREATE INDEX "model_usage_counts_organizationId_hour_idx" ON "model_usage_counts"("organizationId", "hour");

CREATE INDEX "model_usage_counts_hour_idx" ON "model_usage_counts"("hour");

-- Rows that the scheduler has not rolled up yet; the Prisma schema has no partial indexes.
CREATE INDEX "model_usage_counts_fresh_idx" ON "model_usage_counts"("id") WHERE NOT "rolledUp";

CREATE TYPE "GatedChangeStatus" AS ENUM ('BUILDING', 'EVALUATING', 'APPLIED', 'REFUSED', 'FAILED', 'CANCELLED');

ALTER TABLE "evaluations" ADD COLUMN "gatedChangeId" UUID;

CREATE TABLE "gated_changes" (
    "id" UUID NOT NULL,
    "namespaceId" UUID NOT NULL,
    "goldenSetId" UUID NOT NULL,
    "tenantId" VARCHAR(64),
    "status" "GatedChangeStatus" NOT NULL DEFAULT 'BUILDING',
    "changes" JSONB NOT NULL,
    "sealedSecrets" BYTEA NOT NULL,
    "config" JSONB NOT NULL,
    "generation" INTEGER,
    "baselineId" UUID,
    "candidateId" UUID,
    "reembeddingRunId" UUID,
    "error" TEXT,
    "isSettled" BOOLEAN NOT NULL DEFAULT false,
    "apiKeyId" VARCHAR(16),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "gated_changes_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "shadow_documents" (
    "gatedChangeId" UUID NOT NULL,
    "documentId" UUID NOT NULL,
    "activeRevision" INTEGER NOT NULL,
    "error" TEXT,

    CONSTRAINT "shadow_documents_pkey" PRIMARY KEY ("gatedChangeId","documentId")
);

CREATE INDEX "gated_changes_namespaceId_id_idx" ON "gated_changes"("namespaceId", "id");

CREATE INDEX "gated_changes_isSettled_idx" ON "gated_changes"("isSettled");

ALTER TABLE "gated_changes" ADD CONSTRAINT "gated_changes_namespaceId_fkey" FOREIGN KEY ("namespaceId") REFERENCES "namespaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "shadow_documents" ADD CONSTRAINT "shadow_documents_gatedChangeId_fkey" FOREIGN KEY ("gatedChangeId") REFERENCES "gated_changes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

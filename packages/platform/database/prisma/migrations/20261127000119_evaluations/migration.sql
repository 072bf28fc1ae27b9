-- CreateEnum
CREATE TYPE "GoldenQuestionStatus" AS ENUM ('ACCEPTED', 'CANDIDATE');

-- CreateEnum
CREATE TYPE "EvaluationStatus" AS ENUM ('QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED');

-- CreateTable
CREATE TABLE "golden_sets" (
    "id" UUID NOT NULL,
    "namespaceId" UUID NOT NULL,
    "tenantId" VARCHAR(64),
    "name" VARCHAR(128) NOT NULL,
    "description" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "golden_sets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "golden_questions" (
    "id" UUID NOT NULL,
    "goldenSetId" UUID NOT NULL,
    "status" "GoldenQuestionStatus" NOT NULL DEFAULT 'ACCEPTED',
    "question" TEXT NOT NULL,
    "questionHash" BYTEA NOT NULL,
    "relevant" JSONB NOT NULL,
    "referenceAnswer" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "golden_questions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "evaluations" (
    "id" UUID NOT NULL,
    "namespaceId" UUID NOT NULL,
    "goldenSetId" UUID NOT NULL,
    "tenantId" VARCHAR(64),
    "status" "EvaluationStatus" NOT NULL DEFAULT 'QUEUED',
    "config" JSONB NOT NULL,
    "seed" INTEGER NOT NULL,
    "namespaceVersion" INTEGER,
    "embeddingModel" JSONB,
    "configuration" JSONB,
    "questionCount" INTEGER NOT NULL,
    "metrics" JSONB,
    "error" TEXT,
    "notice" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "startedAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "evaluations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "evaluation_results" (
    "evaluationId" UUID NOT NULL,
    "questionId" UUID NOT NULL,
    "question" TEXT NOT NULL,
    "relevant" JSONB NOT NULL,
    "referenceAnswer" TEXT,
    "ranking" JSONB,
    "ndcg" DOUBLE PRECISION,
    "recall" DOUBLE PRECISION,
    "reciprocalRank" DOUBLE PRECISION,
    "hit" DOUBLE PRECISION,
    "durationMs" INTEGER,
    "answer" JSONB,
    "answered" DOUBLE PRECISION,
    "faithfulness" DOUBLE PRECISION,
    "referenceRecall" DOUBLE PRECISION,

    CONSTRAINT "evaluation_results_pkey" PRIMARY KEY ("evaluationId","questionId")
);

-- CreateIndex
CREATE INDEX "golden_sets_namespaceId_id_idx" ON "golden_sets"("namespaceId", "id");

-- CreateIndex
CREATE INDEX "golden_questions_goldenSetId_id_idx" ON "golden_questions"("goldenSetId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "golden_questions_goldenSetId_questionHash_key" ON "golden_questions"("goldenSetId", "questionHash");

-- CreateIndex
CREATE INDEX "evaluations_namespaceId_id_idx" ON "evaluations"("namespaceId", "id");

-- CreateIndex
CREATE INDEX "evaluations_goldenSetId_id_idx" ON "evaluations"("goldenSetId", "id");

-- CreateIndex
CREATE INDEX "evaluations_status_idx" ON "evaluations"("status");

-- AddForeignKey
ALTER TABLE "golden_sets" ADD CONSTRAINT "golden_sets_namespaceId_fkey" FOREIGN KEY ("namespaceId") REFERENCES "namespaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "golden_questions" ADD CONSTRAINT "golden_questions_goldenSetId_fkey" FOREIGN KEY ("goldenSetId") REFERENCES "golden_sets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "evaluations" ADD CONSTRAINT "evaluations_namespaceId_fkey" FOREIGN KEY ("namespaceId") REFERENCES "namespaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "evaluations" ADD CONSTRAINT "evaluations_goldenSetId_fkey" FOREIGN KEY ("goldenSetId") REFERENCES "golden_sets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "evaluation_results" ADD CONSTRAINT "evaluation_results_evaluationId_fkey" FOREIGN KEY ("evaluationId") REFERENCES "evaluations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

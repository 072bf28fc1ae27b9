ALTER TABLE "evaluation_results" ADD COLUMN "answer" JSONB,
ADD COLUMN "answered" DOUBLE PRECISION,
ADD COLUMN "faithfulness" DOUBLE PRECISION,
ADD COLUMN "referenceAnswer" TEXT,
ADD COLUMN "referenceRecall" DOUBLE PRECISION;

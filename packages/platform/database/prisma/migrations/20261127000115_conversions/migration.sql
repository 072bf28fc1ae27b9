-- CreateEnum
CREATE TYPE "ConversionStatus" AS ENUM ('QUEUED', 'DONE', 'FAILED');

-- CreateEnum
CREATE TYPE "OcrStrategy" AS ENUM ('BASIC_PARSER', 'STANDARD_OCR');

-- CreateTable
CREATE TABLE "conversions" (
    "id" UUID NOT NULL,
    "organizationId" UUID NOT NULL,
    "status" "ConversionStatus" NOT NULL DEFAULT 'QUEUED',
    "fileName" TEXT NOT NULL,
    "declaredType" TEXT NOT NULL,
    "ocrStrategy" "OcrStrategy" NOT NULL,
    "ocrLanguages" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "markdown" TEXT,
    "notRead" JSONB,
    "estimate" JSONB,
    "outcome" JSONB,
    "errorCode" TEXT,
    "error" TEXT,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "conversions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "conversion_parts" (
    "conversionId" UUID NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "conversion_parts_pkey" PRIMARY KEY ("conversionId","ordinal")
);

-- CreateIndex
CREATE INDEX "conversions_expiresAt_idx" ON "conversions"("expiresAt");

-- AddForeignKey
ALTER TABLE "conversion_parts" ADD CONSTRAINT "conversion_parts_conversionId_fkey" FOREIGN KEY ("conversionId") REFERENCES "conversions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

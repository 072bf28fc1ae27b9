ALTER TABLE "conversions" ADD COLUMN "ocrLanguages" TEXT[] DEFAULT ARRAY[]::TEXT[];

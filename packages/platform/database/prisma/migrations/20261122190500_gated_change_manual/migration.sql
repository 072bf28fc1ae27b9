ALTER TABLE "gated_changes" ADD COLUMN "isManual" BOOLEAN NOT NULL DEFAULT false;

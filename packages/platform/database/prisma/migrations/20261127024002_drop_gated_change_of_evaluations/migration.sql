-- contract: unused since 0.3
ALTER TABLE "evaluations" DROP COLUMN "gatedChangeId";

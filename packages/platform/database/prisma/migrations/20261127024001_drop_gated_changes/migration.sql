-- contract: unused since 0.3
DROP TABLE "gated_changes";
DROP TYPE "GatedChangeStatus";

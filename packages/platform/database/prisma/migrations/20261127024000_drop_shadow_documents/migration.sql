-- contract: unused since 0.3
DROP TABLE "shadow_documents";

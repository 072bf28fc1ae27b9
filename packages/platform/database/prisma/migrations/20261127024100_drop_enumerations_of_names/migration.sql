-- contract: unused since 0.3
DROP CAST ("ConnectorType" AS text);
DROP CAST ("IngestionSource" AS text);
DROP CAST ("DocumentType" AS text);
DROP TYPE "ConnectorType";
DROP TYPE "IngestionSource";
DROP TYPE "DocumentType";

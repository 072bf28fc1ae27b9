-- The registries of the provider packages know the names; no column ever had these types.
-- contract: unused since 0.1.0
-- DropEnum
DROP TYPE "EmbeddingProvider";

-- DropEnum
DROP TYPE "FileStorageType";

-- DropEnum
DROP TYPE "VectorStorageProvider";

-- DropEnum
DROP TYPE "WebScraperProvider";

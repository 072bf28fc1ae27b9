-- contract: unused since 0.3
ALTER TABLE "namespaces" DROP COLUMN "indexingVersion";

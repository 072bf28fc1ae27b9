-- contract: unused since it was added
ALTER TABLE "connections" DROP COLUMN "syncCursor",
ADD COLUMN     "authorizations" INTEGER NOT NULL DEFAULT 0;

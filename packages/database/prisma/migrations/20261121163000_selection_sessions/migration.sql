-- AlterTable
ALTER TABLE "connections" ADD COLUMN "selectionNames" JSONB;

-- CreateTable
CREATE TABLE "selection_sessions" (
    "tokenHash" BYTEA NOT NULL,
    "connectionId" UUID NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "selection_sessions_pkey" PRIMARY KEY ("tokenHash")
);

-- CreateIndex
CREATE INDEX "selection_sessions_connectionId_idx" ON "selection_sessions"("connectionId");

-- CreateIndex
CREATE INDEX "selection_sessions_expiresAt_idx" ON "selection_sessions"("expiresAt");

-- AddForeignKey
ALTER TABLE "selection_sessions" ADD CONSTRAINT "selection_sessions_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "connections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

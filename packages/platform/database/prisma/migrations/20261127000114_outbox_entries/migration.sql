-- CreateTable
CREATE TABLE "outbox_entries" (
    "id" UUID NOT NULL,
    "queue" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outbox_entries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "outbox_entries_createdAt_idx" ON "outbox_entries"("createdAt");

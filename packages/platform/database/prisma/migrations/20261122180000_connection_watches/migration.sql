CREATE TABLE "connection_watches" (
    "connectionId" UUID NOT NULL,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "accountId" TEXT,
    "authorizations" INTEGER NOT NULL DEFAULT 0,
    "problem" TEXT,

    CONSTRAINT "connection_watches_pkey" PRIMARY KEY ("connectionId")
);

CREATE INDEX "connection_watches_dueAt_idx" ON "connection_watches"("dueAt");

CREATE INDEX "connection_watches_accountId_idx" ON "connection_watches"("accountId");

ALTER TABLE "connection_watches" ADD CONSTRAINT "connection_watches_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "connections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "sync_invitations" (
    "ingestJobId" UUID NOT NULL,
    "invitedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sync_invitations_pkey" PRIMARY KEY ("ingestJobId")
);

ALTER TABLE "sync_invitations" ADD CONSTRAINT "sync_invitations_ingestJobId_fkey" FOREIGN KEY ("ingestJobId") REFERENCES "ingest_jobs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

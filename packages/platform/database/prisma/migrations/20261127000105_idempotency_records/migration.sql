-- CreateTable
CREATE TABLE "idempotency_records" (
    "organizationId" UUID NOT NULL,
    "key" VARCHAR(255) NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "claimId" UUID NOT NULL,
    "leaseExpiresAt" TIMESTAMPTZ(3) NOT NULL,
    "status" SMALLINT,
    "sealedBody" BYTEA,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_records_pkey" PRIMARY KEY ("organizationId","key")
);

-- CreateIndex
CREATE INDEX "idempotency_records_expiresAt_idx" ON "idempotency_records"("expiresAt");

-- AddForeignKey
ALTER TABLE "idempotency_records" ADD CONSTRAINT "idempotency_records_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

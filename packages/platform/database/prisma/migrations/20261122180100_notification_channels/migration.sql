CREATE TABLE "notification_channels" (
    "connector" "ConnectorType" NOT NULL,
    "id" UUID NOT NULL,
    "namespaceId" UUID NOT NULL,
    "connectionId" UUID,
    "resource" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "vendorId" TEXT,
    "sealedSecret" BYTEA NOT NULL,
    "expiresAt" TIMESTAMPTZ(3),
    "verifiedAt" TIMESTAMPTZ(3),
    "openedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notification_channels_pkey" PRIMARY KEY ("connector","id")
);

CREATE INDEX "notification_channels_connectionId_idx" ON "notification_channels"("connectionId");

CREATE INDEX "notification_channels_namespaceId_idx" ON "notification_channels"("namespaceId");

ALTER TABLE "notification_channels" ADD CONSTRAINT "notification_channels_namespaceId_fkey" FOREIGN KEY ("namespaceId") REFERENCES "namespaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

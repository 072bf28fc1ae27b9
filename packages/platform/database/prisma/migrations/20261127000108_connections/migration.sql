-- CreateEnum
CREATE TYPE "ConnectionStatus" AS ENUM ('PENDING', 'ACTIVE', 'FAILED', 'REVOKED');

-- CreateTable
CREATE TABLE "connections" (
    "id" UUID NOT NULL,
    "organizationId" UUID NOT NULL,
    "namespaceId" UUID NOT NULL,
    "tenantId" VARCHAR(64),
    "name" TEXT NOT NULL,
    "connector" TEXT NOT NULL,
    "status" "ConnectionStatus" NOT NULL DEFAULT 'PENDING',
    "statusReason" TEXT,
    "externalId" TEXT,
    "clientRedirectUrl" TEXT,
    "clientId" TEXT,
    "sealedTokens" BYTEA,
    "tokenVersion" INTEGER NOT NULL DEFAULT 0,
    "tokensIssuedAt" TIMESTAMPTZ(3),
    "accessTokenExpiresAt" TIMESTAMPTZ(3),
    "refreshTokenExpiresAt" TIMESTAMPTZ(3),
    "siteId" TEXT,
    "siteName" TEXT,
    "settings" JSONB,
    "selection" JSONB,
    "selectionNames" JSONB,
    "authorizations" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "connections_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_states" (
    "stateHash" BYTEA NOT NULL,
    "connectionId" UUID NOT NULL,
    "clientId" TEXT NOT NULL,
    "redirectUri" TEXT NOT NULL,
    "sealedVerifier" BYTEA,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oauth_states_pkey" PRIMARY KEY ("stateHash")
);

-- CreateTable
CREATE TABLE "selection_sessions" (
    "tokenHash" BYTEA NOT NULL,
    "connectionId" UUID NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "selection_sessions_pkey" PRIMARY KEY ("tokenHash")
);

-- CreateTable
CREATE TABLE "connection_watches" (
    "connectionId" UUID NOT NULL,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "accountId" TEXT,
    "authorizations" INTEGER NOT NULL DEFAULT 0,
    "problem" TEXT,

    CONSTRAINT "connection_watches_pkey" PRIMARY KEY ("connectionId")
);

-- CreateTable
CREATE TABLE "notification_channels" (
    "connector" TEXT NOT NULL,
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

-- CreateIndex
CREATE INDEX "connections_namespaceId_id_idx" ON "connections"("namespaceId", "id" DESC);

-- CreateIndex
CREATE INDEX "connections_namespaceId_externalId_idx" ON "connections"("namespaceId", "externalId");

-- CreateIndex
CREATE INDEX "oauth_states_connectionId_idx" ON "oauth_states"("connectionId");

-- CreateIndex
CREATE INDEX "oauth_states_expiresAt_idx" ON "oauth_states"("expiresAt");

-- CreateIndex
CREATE INDEX "selection_sessions_connectionId_idx" ON "selection_sessions"("connectionId");

-- CreateIndex
CREATE INDEX "selection_sessions_expiresAt_idx" ON "selection_sessions"("expiresAt");

-- CreateIndex
CREATE INDEX "connection_watches_dueAt_idx" ON "connection_watches"("dueAt");

-- CreateIndex
CREATE INDEX "connection_watches_accountId_idx" ON "connection_watches"("accountId");

-- CreateIndex
CREATE INDEX "notification_channels_connectionId_idx" ON "notification_channels"("connectionId");

-- CreateIndex
CREATE INDEX "notification_channels_namespaceId_idx" ON "notification_channels"("namespaceId");

-- AddForeignKey
ALTER TABLE "connections" ADD CONSTRAINT "connections_namespaceId_fkey" FOREIGN KEY ("namespaceId") REFERENCES "namespaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_states" ADD CONSTRAINT "oauth_states_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "connections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "selection_sessions" ADD CONSTRAINT "selection_sessions_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "connections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connection_watches" ADD CONSTRAINT "connection_watches_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "connections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_channels" ADD CONSTRAINT "notification_channels_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "connections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_channels" ADD CONSTRAINT "notification_channels_namespaceId_fkey" FOREIGN KEY ("namespaceId") REFERENCES "namespaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

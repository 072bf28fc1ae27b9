-- CreateEnum
CREATE TYPE "ConnectorType" AS ENUM ('NOTION', 'GOOGLE_DRIVE', 'DROPBOX', 'ONEDRIVE', 'SHAREPOINT', 'BOX', 'CONFLUENCE');

-- CreateEnum
CREATE TYPE "ConnectionStatus" AS ENUM ('PENDING', 'ACTIVE', 'FAILED', 'REVOKED');

-- CreateTable
CREATE TABLE "connections" (
    "id" UUID NOT NULL,
    "organizationId" UUID NOT NULL,
    "namespaceId" UUID NOT NULL,
    "tenantId" VARCHAR(64),
    "name" TEXT NOT NULL,
    "connector" "ConnectorType" NOT NULL,
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

-- AddForeignKey
ALTER TABLE "connections" ADD CONSTRAINT "connections_namespaceId_fkey" FOREIGN KEY ("namespaceId") REFERENCES "namespaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_states" ADD CONSTRAINT "oauth_states_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "connections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "selection_sessions" ADD CONSTRAINT "selection_sessions_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "connections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

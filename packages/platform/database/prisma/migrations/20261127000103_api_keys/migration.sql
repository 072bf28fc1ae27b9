-- CreateEnum
CREATE TYPE "ApiKeyScope" AS ENUM ('read', 'ingest', 'admin');

-- CreateTable
CREATE TABLE "api_keys" (
    "id" VARCHAR(16) NOT NULL,
    "organizationId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "secretHash" BYTEA NOT NULL,
    "scopes" "ApiKeyScope"[],
    "rateLimitPerMinute" INTEGER,
    "limitKeyId" VARCHAR(16),
    "expiresAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),
    "lastUsedAt" TIMESTAMPTZ(3),
    "rotatedToId" VARCHAR(16),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "api_keys_organizationId_idx" ON "api_keys"("organizationId");

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

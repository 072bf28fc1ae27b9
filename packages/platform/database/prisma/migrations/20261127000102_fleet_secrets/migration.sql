-- CreateTable
CREATE TABLE "fleet_secrets" (
    "name" VARCHAR(64) NOT NULL,
    "sealedValue" BYTEA NOT NULL,

    CONSTRAINT "fleet_secrets_pkey" PRIMARY KEY ("name")
);

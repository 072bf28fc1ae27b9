-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "ApiKeyScope" AS ENUM ('read', 'ingest', 'admin');

-- CreateEnum
CREATE TYPE "DocumentType" AS ENUM ('TEXT', 'URL', 'FILE', 'NOTION_DOCUMENT', 'GOOGLE_DRIVE_DOCUMENT', 'DROPBOX_DOCUMENT', 'ONEDRIVE_DOCUMENT', 'SHAREPOINT_DOCUMENT', 'BOX_DOCUMENT', 'CONFLUENCE_DOCUMENT');

-- CreateEnum
CREATE TYPE "DocumentStatus" AS ENUM ('BACKLOG', 'QUEUED', 'QUEUED_FOR_RESYNC', 'QUEUED_FOR_UPDATE', 'QUEUED_FOR_DELETION', 'PROCESSING', 'SUCCESS', 'FAILED', 'CANCELLED');

-- CreateEnum
CREATE TYPE "DocumentStage" AS ENUM ('PARSE', 'EMBED');

-- CreateEnum
CREATE TYPE "IngestJobRunStatus" AS ENUM ('QUEUED', 'PRE_PROCESSING', 'PROCESSING', 'COMPLETED');

-- CreateEnum
CREATE TYPE "IngestionSource" AS ENUM ('TEXT', 'URLS_LIST', 'SITEMAP', 'WEBSITE', 'YOUTUBE', 'LOCAL_FILE', 'NOTION', 'GOOGLE_DRIVE', 'DROPBOX', 'ONEDRIVE', 'SHAREPOINT', 'BOX', 'CONFLUENCE');

-- CreateEnum
CREATE TYPE "SyncFrequency" AS ENUM ('DAILY', 'WEEKLY', 'MONTHLY', 'NEVER');

-- CreateEnum
CREATE TYPE "OcrStrategy" AS ENUM ('BASIC_PARSER', 'STANDARD_OCR');

-- CreateEnum
CREATE TYPE "NamespaceStatus" AS ENUM ('ACTIVE', 'DELETING');

-- CreateEnum
CREATE TYPE "EmbeddingProvider" AS ENUM ('OPENAI', 'COHERE', 'JINA', 'LOCAL');

-- CreateEnum
CREATE TYPE "VectorStorageProvider" AS ENUM ('PINECONE', 'LANCEDB');

-- CreateEnum
CREATE TYPE "FileStorageType" AS ENUM ('S3_COMPATIBLE', 'LOCAL');

-- CreateEnum
CREATE TYPE "WebScraperProvider" AS ENUM ('FIRECRAWL', 'JINA', 'SCRAPINGBEE', 'BUILTIN');

-- CreateTable
CREATE TABLE "api_keys" (
    "id" VARCHAR(16) NOT NULL,
    "organizationId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "secretHash" BYTEA NOT NULL,
    "scopes" "ApiKeyScope"[],
    "expiresAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "chunks" (
    "documentId" UUID NOT NULL,
    "revision" INTEGER NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "vectorId" TEXT NOT NULL,
    "tokens" INTEGER NOT NULL,
    "start" INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    "stored" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "chunks_pkey" PRIMARY KEY ("documentId","revision","ordinal")
);

-- CreateTable
CREATE TABLE "keyword_samples" (
    "namespaceId" UUID NOT NULL,
    "slot" SMALLINT NOT NULL,
    "documentId" UUID NOT NULL,
    "terms" INTEGER[],

    CONSTRAINT "keyword_samples_pkey" PRIMARY KEY ("namespaceId","slot")
);

-- CreateTable
CREATE TABLE "documents" (
    "id" UUID NOT NULL,
    "organizationId" UUID NOT NULL,
    "namespaceId" UUID NOT NULL,
    "tenantId" VARCHAR(64),
    "externalId" TEXT NOT NULL,
    "liveKey" BYTEA,
    "name" TEXT,
    "documentType" "DocumentType" NOT NULL,
    "ingestionSource" "IngestionSource" NOT NULL,
    "status" "DocumentStatus" NOT NULL,
    "stage" "DocumentStage" NOT NULL,
    "errorCode" TEXT,
    "ingestionError" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "activeRevision" INTEGER,
    "leaseToken" UUID,
    "leaseExpiresAt" TIMESTAMPTZ(3),
    "crashes" INTEGER NOT NULL DEFAULT 0,
    "ingestJobId" UUID NOT NULL,
    "ingestJobRunId" UUID NOT NULL,
    "connectionId" UUID,
    "metadata" JSONB NOT NULL,
    "contentHash" BYTEA,
    "mimeType" TEXT,
    "fileSize" INTEGER,
    "characterCount" INTEGER,
    "tokenCount" INTEGER,
    "embeddingCount" INTEGER,
    "ocrPagesCount" INTEGER,
    "embedding" JSONB,
    "lastSyncedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "documents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "document_contents" (
    "documentId" UUID NOT NULL,
    "revision" INTEGER NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "document_contents_pkey" PRIMARY KEY ("documentId","revision")
);

-- CreateTable
CREATE TABLE "ingest_job_runs" (
    "id" UUID NOT NULL,
    "organizationId" UUID NOT NULL,
    "namespaceId" UUID NOT NULL,
    "tenantId" VARCHAR(64),
    "ingestJobId" UUID NOT NULL,
    "status" "IngestJobRunStatus" NOT NULL DEFAULT 'QUEUED',
    "errorMessage" TEXT,
    "unfinishedDocuments" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ingest_job_runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ingest_job_run_documents" (
    "ingestJobRunId" UUID NOT NULL,
    "documentId" UUID NOT NULL,
    "outcome" "DocumentStatus",
    "error" TEXT,

    CONSTRAINT "ingest_job_run_documents_pkey" PRIMARY KEY ("ingestJobRunId","documentId")
);

-- CreateTable
CREATE TABLE "ingest_jobs" (
    "id" UUID NOT NULL,
    "organizationId" UUID NOT NULL,
    "namespaceId" UUID NOT NULL,
    "tenantId" VARCHAR(64),
    "source" "IngestionSource" NOT NULL,
    "config" JSONB NOT NULL,
    "chunkSize" INTEGER NOT NULL,
    "chunkOverlap" INTEGER NOT NULL,
    "syncFrequency" "SyncFrequency" NOT NULL DEFAULT 'NEVER',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ingest_jobs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "namespaces" (
    "id" UUID NOT NULL,
    "organizationId" UUID NOT NULL,
    "name" VARCHAR(64) NOT NULL,
    "status" "NamespaceStatus" NOT NULL DEFAULT 'ACTIVE',
    "version" INTEGER NOT NULL DEFAULT 1,
    "configs" JSONB NOT NULL,
    "sealedSecrets" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "namespaces_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "organizations" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organizations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outbox_entries" (
    "id" UUID NOT NULL,
    "queue" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outbox_entries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "api_keys_organizationId_idx" ON "api_keys"("organizationId");

-- CreateIndex
CREATE INDEX "chunks_vectorId_idx" ON "chunks"("vectorId");

-- CreateIndex
CREATE INDEX "keyword_samples_documentId_idx" ON "keyword_samples"("documentId");

-- CreateIndex
CREATE INDEX "documents_namespaceId_id_idx" ON "documents"("namespaceId", "id" DESC);

-- CreateIndex
CREATE INDEX "documents_ingestJobRunId_idx" ON "documents"("ingestJobRunId");

-- CreateIndex
CREATE INDEX "documents_ingestJobId_idx" ON "documents"("ingestJobId");

-- CreateIndex
CREATE INDEX "documents_status_updatedAt_idx" ON "documents"("status", "updatedAt");

-- CreateIndex
CREATE UNIQUE INDEX "documents_namespaceId_liveKey_key" ON "documents"("namespaceId", "liveKey");

-- CreateIndex
CREATE INDEX "ingest_job_runs_namespaceId_id_idx" ON "ingest_job_runs"("namespaceId", "id" DESC);

-- CreateIndex
CREATE INDEX "ingest_job_runs_ingestJobId_idx" ON "ingest_job_runs"("ingestJobId");

-- CreateIndex
CREATE INDEX "ingest_jobs_namespaceId_idx" ON "ingest_jobs"("namespaceId");

-- CreateIndex
CREATE INDEX "namespaces_status_idx" ON "namespaces"("status");

-- CreateIndex
CREATE UNIQUE INDEX "namespaces_organizationId_name_key" ON "namespaces"("organizationId", "name");

-- CreateIndex
CREATE INDEX "outbox_entries_createdAt_idx" ON "outbox_entries"("createdAt");

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "documents" ADD CONSTRAINT "documents_namespaceId_fkey" FOREIGN KEY ("namespaceId") REFERENCES "namespaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "documents" ADD CONSTRAINT "documents_ingestJobId_fkey" FOREIGN KEY ("ingestJobId") REFERENCES "ingest_jobs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "documents" ADD CONSTRAINT "documents_ingestJobRunId_fkey" FOREIGN KEY ("ingestJobRunId") REFERENCES "ingest_job_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ingest_job_runs" ADD CONSTRAINT "ingest_job_runs_namespaceId_fkey" FOREIGN KEY ("namespaceId") REFERENCES "namespaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ingest_job_runs" ADD CONSTRAINT "ingest_job_runs_ingestJobId_fkey" FOREIGN KEY ("ingestJobId") REFERENCES "ingest_jobs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ingest_job_run_documents" ADD CONSTRAINT "ingest_job_run_documents_ingestJobRunId_fkey" FOREIGN KEY ("ingestJobRunId") REFERENCES "ingest_job_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ingest_jobs" ADD CONSTRAINT "ingest_jobs_namespaceId_fkey" FOREIGN KEY ("namespaceId") REFERENCES "namespaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "namespaces" ADD CONSTRAINT "namespaces_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;



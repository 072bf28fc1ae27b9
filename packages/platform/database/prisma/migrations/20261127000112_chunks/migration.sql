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
    "location" JSONB,

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
CREATE TABLE "chunk_contexts" (
    "documentId" UUID NOT NULL,
    "contentHash" BYTEA NOT NULL,
    "context" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,

    CONSTRAINT "chunk_contexts_pkey" PRIMARY KEY ("documentId","contentHash")
);

-- CreateIndex
CREATE INDEX "chunks_vectorId_idx" ON "chunks"("vectorId");

-- CreateIndex
CREATE INDEX "keyword_samples_documentId_idx" ON "keyword_samples"("documentId");

CREATE TABLE "chunk_contexts" (
    "documentId" UUID NOT NULL,
    "contentHash" BYTEA NOT NULL,
    "context" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,

    CONSTRAINT "chunk_contexts_pkey" PRIMARY KEY ("documentId","contentHash")
);

-- CreateTable
CREATE TABLE "document_cleanings" (
    "documentId" UUID NOT NULL,
    "requestedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "document_cleanings_pkey" PRIMARY KEY ("documentId")
);

-- CreateIndex
CREATE INDEX "document_cleanings_requestedAt_idx" ON "document_cleanings"("requestedAt");

-- AddForeignKey
ALTER TABLE "document_cleanings" ADD CONSTRAINT "document_cleanings_documentId_fkey" FOREIGN KEY ("documentId") REFERENCES "documents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the scheduler looks for every few seconds among millions that are done.
CREATE INDEX "documents_pending_metadata_idx" ON "documents"("namespaceId", "id") WHERE "metadataUpdate" IN ('QUEUED', 'PROCESSING');

-- The version of the metadata that the vectors carry takes the place of its hash: every document starts with the first.
UPDATE "documents" SET "embedding" = ("embedding" - 'metadataHash') || jsonb_build_object('metadataVersion', "metadataVersion") WHERE "embedding" IS NOT NULL;

-- CreateEnum
CREATE TYPE "WebhookDeliveryStatus" AS ENUM ('PENDING', 'RETRYING', 'QUEUED', 'SUCCEEDED', 'FAILED', 'CANCELLED');

-- CreateEnum
CREATE TYPE "WebhookEventType" AS ENUM ('DOCUMENTS_QUEUED_FOR_INGESTION', 'DOCUMENTS_QUEUED_FOR_UPDATE', 'DOCUMENTS_QUEUED_FOR_RESYNC', 'DOCUMENTS_QUEUED_FOR_DELETION', 'DOCUMENTS_PROCESSING', 'DOCUMENTS_ERROR', 'DOCUMENTS_READY', 'DOCUMENTS_DELETED', 'DOCUMENTS_METADATA_UPDATE_QUEUED', 'DOCUMENTS_METADATA_UPDATE_PROCESSING', 'DOCUMENTS_METADATA_UPDATE_COMPLETED', 'DOCUMENTS_METADATA_UPDATE_ERROR', 'INGEST_JOB_RUN_QUEUED', 'INGEST_JOB_RUN_PRE_PROCESSING', 'INGEST_JOB_RUN_PROCESSING', 'INGEST_JOB_RUN_NEEDS_CONFIRMATION', 'INGEST_JOB_RUN_COMPLETED', 'WEBHOOK_TEST');

-- CreateEnum
CREATE TYPE "WebhookStatus" AS ENUM ('ACTIVE', 'DISABLED');

-- CreateEnum
CREATE TYPE "WebhookRetryPolicy" AS ENUM ('DEFAULT', 'STANDARD');

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" UUID NOT NULL,
    "webhookId" UUID NOT NULL,
    "eventId" BIGINT NOT NULL,
    "status" "WebhookDeliveryStatus" NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "retries" INTEGER NOT NULL DEFAULT 0,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_attempts" (
    "deliveryId" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "durationMs" INTEGER NOT NULL,
    "statusCode" INTEGER,
    "error" TEXT,
    "responseExcerpt" TEXT,

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("deliveryId","number")
);

-- CreateTable
CREATE TABLE "webhook_events" (
    "id" BIGSERIAL NOT NULL,
    "organizationId" UUID NOT NULL,
    "namespaceName" VARCHAR(64) NOT NULL,
    "tenantId" VARCHAR(64),
    "type" "WebhookEventType" NOT NULL,
    "data" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "dispatchedAt" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhooks" (
    "id" UUID NOT NULL,
    "organizationId" UUID NOT NULL,
    "tenantId" VARCHAR(64),
    "name" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "status" "WebhookStatus" NOT NULL DEFAULT 'ACTIVE',
    "disabledReason" TEXT,
    "retryPolicy" "WebhookRetryPolicy" NOT NULL DEFAULT 'DEFAULT',
    "events" "WebhookEventType"[],
    "namespaceNames" TEXT[],
    "sealedKey" BYTEA NOT NULL,
    "maskedKey" TEXT NOT NULL,
    "sealedOldKey" BYTEA,
    "oldKeyEndsAt" TIMESTAMPTZ(3),
    "consecutiveFailures" INTEGER NOT NULL DEFAULT 0,
    "failingSince" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "webhook_deliveries_webhookId_id_idx" ON "webhook_deliveries"("webhookId", "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_deliveries_status_webhookId_dueAt_idx" ON "webhook_deliveries"("status", "webhookId", "dueAt");

-- CreateIndex
CREATE INDEX "webhook_deliveries_eventId_idx" ON "webhook_deliveries"("eventId");

-- CreateIndex
CREATE INDEX "webhook_events_dispatchedAt_id_idx" ON "webhook_events"("dispatchedAt", "id");

-- CreateIndex
CREATE INDEX "webhooks_organizationId_status_idx" ON "webhooks"("organizationId", "status");

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_eventId_fkey" FOREIGN KEY ("eventId") REFERENCES "webhook_events"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_deliveryId_fkey" FOREIGN KEY ("deliveryId") REFERENCES "webhook_deliveries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The rest cannot be expressed in the Prisma schema.

-- Counts the entries of a document's "notRead" by kind: [{"what", "count"}], the most frequent first; null where there are none.
CREATE FUNCTION count_not_read(entries JSONB) RETURNS JSONB LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_agg(jsonb_build_object('what', what, 'count', count) ORDER BY count DESC, what)
  FROM (
    SELECT entry ->> 'what' AS what, sum((entry ->> 'count')::bigint) AS count
    FROM jsonb_array_elements(entries) AS entry GROUP BY what
  ) AS kinds
$$;

-- Writes events of documents, a hundred in each, with what is known of their sources and, once they are ready, what of them was not read.
CREATE FUNCTION write_documents_event(
  namespace UUID, tenant TEXT, event "WebhookEventType", run UUID, documents UUID[]
) RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_events ("organizationId", "namespaceName", "tenantId", type, data)
  SELECT "organizationId", name, tenant, event,
    jsonb_strip_nulls(jsonb_build_object('documentIds', documents[first:first + 99], 'ingestJobRunId', run, 'sources', (
      SELECT jsonb_agg(jsonb_build_object('documentId', source.id, 'url', source."sourceUrl", 'modifiedAt', source."sourceModifiedAt")
        ORDER BY source.id)
      FROM "documents" AS source
      WHERE source.id = ANY (documents[first:first + 99]) AND source."sourceUrl" IS NOT NULL), 'notRead', (
      SELECT jsonb_agg(jsonb_build_object('documentId', lacking.id, 'parts', count_not_read(lacking."notRead")) ORDER BY lacking.id)
      FROM "documents" AS lacking
      WHERE event = 'DOCUMENTS_READY' AND lacking.id = ANY (documents[first:first + 99]) AND lacking."notRead" <> '[]')))
  FROM namespaces, generate_series(1, cardinality(documents), 100) AS first
  WHERE namespaces.id = namespace;
END
$$;

-- The event of a document's transition, or null. `is_new_work`: the work was requested by this statement, whatever the old status.
CREATE FUNCTION document_event(old_status "DocumentStatus", new_status "DocumentStatus", is_new_work BOOLEAN)
RETURNS "WebhookEventType" LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN old_status = new_status AND NOT is_new_work THEN NULL
    WHEN new_status IN ('BACKLOG', 'QUEUED') THEN
      CASE WHEN is_new_work OR old_status IN ('SUCCESS', 'FAILED', 'CANCELLED')
        THEN 'DOCUMENTS_QUEUED_FOR_INGESTION'::"WebhookEventType" END
    WHEN new_status = 'QUEUED_FOR_UPDATE' THEN 'DOCUMENTS_QUEUED_FOR_UPDATE'
    WHEN new_status = 'QUEUED_FOR_RESYNC' THEN 'DOCUMENTS_QUEUED_FOR_RESYNC'
    WHEN new_status = 'QUEUED_FOR_DELETION' THEN 'DOCUMENTS_QUEUED_FOR_DELETION'
    WHEN new_status = 'PROCESSING' THEN 'DOCUMENTS_PROCESSING'
    WHEN new_status = 'FAILED' THEN 'DOCUMENTS_ERROR'
    WHEN new_status = 'SUCCESS' THEN 'DOCUMENTS_READY'
  END
$$;

-- The organizations among these that have an active webhook.
CREATE FUNCTION organizations_with_webhooks(organizations UUID[]) RETURNS UUID[] LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN ARRAY(SELECT "organizationId" FROM webhooks WHERE status = 'ACTIVE' AND "organizationId" = ANY (organizations));
END
$$;

CREATE FUNCTION publish_inserted_documents() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE subscribers UUID[] := organizations_with_webhooks(ARRAY(SELECT DISTINCT "organizationId" FROM new_rows));
BEGIN
  IF subscribers = '{}' THEN RETURN NULL; END IF;
  PERFORM write_documents_event("namespaceId", "tenantId", event, "ingestJobRunId", array_agg(id ORDER BY id))
  FROM (SELECT *, document_event(NULL, status, true) AS event FROM new_rows) AS inserted
  WHERE "organizationId" = ANY (subscribers) AND event IS NOT NULL
  GROUP BY "namespaceId", "tenantId", event, "ingestJobRunId";
  RETURN NULL;
END
$$;

-- The plan is cached for statements of any size: with nested loops disabled none can become quadratic.
CREATE FUNCTION publish_updated_documents() RETURNS TRIGGER LANGUAGE plpgsql SET enable_nestloop = off AS $$
DECLARE subscribers UUID[] := organizations_with_webhooks(ARRAY(SELECT DISTINCT "organizationId" FROM new_rows));
BEGIN
  IF subscribers = '{}' THEN RETURN NULL; END IF;
  PERFORM write_documents_event("namespaceId", "tenantId", event, "ingestJobRunId", array_agg(id ORDER BY id))
  FROM (
    SELECT new_row.*, document_event(old_row.status, new_row.status,
      old_row.revision <> new_row.revision OR old_row."ingestJobRunId" <> new_row."ingestJobRunId") AS event
    FROM old_rows old_row JOIN new_rows new_row USING (id)
  ) AS changes
  WHERE "organizationId" = ANY (subscribers) AND event IS NOT NULL
  GROUP BY "namespaceId", "tenantId", event, "ingestJobRunId";
  PERFORM write_documents_event("namespaceId", "tenantId", event, NULL, array_agg(id ORDER BY id))
  FROM (
    SELECT new_row.*, ('DOCUMENTS_METADATA_UPDATE_' || new_row."metadataUpdate")::"WebhookEventType" AS event
    FROM old_rows old_row JOIN new_rows new_row USING (id)
    WHERE new_row."metadataUpdate" IS DISTINCT FROM old_row."metadataUpdate"
      OR (new_row."metadataUpdate" = 'QUEUED' AND new_row."metadataVersion" > old_row."metadataVersion")
  ) AS changes
  WHERE "organizationId" = ANY (subscribers) AND event IS NOT NULL
  GROUP BY "namespaceId", "tenantId", event;
  RETURN NULL;
END
$$;

CREATE FUNCTION publish_deleted_documents() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE subscribers UUID[] := organizations_with_webhooks(ARRAY(SELECT DISTINCT "organizationId" FROM old_rows));
BEGIN
  IF subscribers = '{}' THEN RETURN NULL; END IF;
  PERFORM write_documents_event(
    "namespaceId", "tenantId", 'DOCUMENTS_DELETED', "ingestJobRunId", array_agg(id ORDER BY id))
  FROM old_rows
  WHERE "organizationId" = ANY (subscribers)
  GROUP BY "namespaceId", "tenantId", "ingestJobRunId";
  RETURN NULL;
END
$$;

-- Writes the event of a run's status; a run that ended with errors has ended, which its status tells more of.
CREATE FUNCTION write_run_event(namespace UUID, tenant TEXT, run_status "IngestJobRunStatus", run UUID)
RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_events ("organizationId", "namespaceName", "tenantId", type, data)
  SELECT "organizationId", name, tenant,
    (CASE WHEN run_status IN ('COMPLETED_WITH_ERRORS', 'FAILED') THEN 'INGEST_JOB_RUN_COMPLETED' ELSE 'INGEST_JOB_RUN_' || run_status END)::"WebhookEventType",
    jsonb_build_object('ingestJobRunId', run) || CASE WHEN run_status IN ('COMPLETED_WITH_ERRORS', 'FAILED')
      THEN jsonb_build_object('status', run_status) ELSE '{}' END
  FROM namespaces WHERE namespaces.id = namespace;
END
$$;

CREATE FUNCTION publish_inserted_runs() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE subscribers UUID[] := organizations_with_webhooks(ARRAY(SELECT DISTINCT "organizationId" FROM new_rows));
BEGIN
  IF subscribers = '{}' THEN RETURN NULL; END IF;
  PERFORM write_run_event("namespaceId", "tenantId", status, id) FROM new_rows
  WHERE "organizationId" = ANY (subscribers);
  RETURN NULL;
END
$$;

CREATE FUNCTION publish_updated_runs() RETURNS TRIGGER LANGUAGE plpgsql SET enable_nestloop = off AS $$
DECLARE subscribers UUID[] := organizations_with_webhooks(ARRAY(SELECT DISTINCT "organizationId" FROM new_rows));
BEGIN
  IF subscribers = '{}' THEN RETURN NULL; END IF;
  PERFORM write_run_event(new_row."namespaceId", new_row."tenantId", new_row.status, id)
  FROM old_rows old_row JOIN new_rows new_row USING (id)
  WHERE new_row."organizationId" = ANY (subscribers) AND old_row.status <> new_row.status;
  RETURN NULL;
END
$$;

CREATE TRIGGER publish_inserted AFTER INSERT ON documents
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION publish_inserted_documents();

CREATE TRIGGER publish_updated AFTER UPDATE ON documents
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION publish_updated_documents();

CREATE TRIGGER publish_deleted AFTER DELETE ON documents
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION publish_deleted_documents();

CREATE TRIGGER publish_inserted AFTER INSERT ON ingest_job_runs
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION publish_inserted_runs();

CREATE TRIGGER publish_updated AFTER UPDATE ON ingest_job_runs
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION publish_updated_runs();

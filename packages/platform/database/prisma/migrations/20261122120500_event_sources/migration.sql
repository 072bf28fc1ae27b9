-- Writes events of documents, a hundred in each, with what is known of their sources.
CREATE OR REPLACE FUNCTION write_documents_event(
  namespace UUID, tenant TEXT, event "WebhookEventType", run UUID, documents UUID[]
) RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_events ("organizationId", "namespaceName", "tenantId", type, data)
  SELECT "organizationId", name, tenant, event,
    jsonb_strip_nulls(jsonb_build_object('documentIds', documents[first:first + 99], 'ingestJobRunId', run, 'sources', (
      SELECT jsonb_agg(jsonb_build_object('documentId', source.id, 'url', source."sourceUrl", 'modifiedAt', source."sourceModifiedAt")
        ORDER BY source.id)
      FROM "documents" AS source
      WHERE source.id = ANY (documents[first:first + 99]) AND source."sourceUrl" IS NOT NULL)))
  FROM namespaces, generate_series(1, cardinality(documents), 100) AS first
  WHERE namespaces.id = namespace;
END
$$;

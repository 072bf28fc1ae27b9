-- Counts the entries of a document's "notRead" by kind: [{"what", "count"}], the most frequent first; null where there are none.
CREATE FUNCTION count_not_read(entries JSONB) RETURNS JSONB LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_agg(jsonb_build_object('what', what, 'count', count) ORDER BY count DESC, what)
  FROM (
    SELECT entry ->> 'what' AS what, sum((entry ->> 'count')::bigint) AS count
    FROM jsonb_array_elements(entries) AS entry GROUP BY what
  ) AS kinds
$$;

-- Writes events of documents, a hundred in each, with what is known of their sources and, once they are ready, what of them was not read.
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
      WHERE source.id = ANY (documents[first:first + 99]) AND source."sourceUrl" IS NOT NULL), 'notRead', (
      SELECT jsonb_agg(jsonb_build_object('documentId', lacking.id, 'parts', count_not_read(lacking."notRead")) ORDER BY lacking.id)
      FROM "documents" AS lacking
      WHERE event = 'DOCUMENTS_READY' AND lacking.id = ANY (documents[first:first + 99]) AND lacking."notRead" <> '[]')))
  FROM namespaces, generate_series(1, cardinality(documents), 100) AS first
  WHERE namespaces.id = namespace;
END
$$;

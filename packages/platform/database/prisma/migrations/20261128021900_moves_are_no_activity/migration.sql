-- Documents whose vectors are moved to another store as they are end as before, but nothing was ingested and no tokens were spent: the
-- transaction that ends them says so. Otherwise the function is the one that was.
CREATE OR REPLACE FUNCTION count_updated_activity() RETURNS TRIGGER LANGUAGE plpgsql SET enable_nestloop = off AS $$
BEGIN
  IF current_setting('docfleet.is_move', true) = 'true' THEN RETURN NULL; END IF;
  IF NOT EXISTS (SELECT FROM new_rows WHERE status IN ('SUCCESS', 'FAILED')) THEN RETURN NULL; END IF;
  INSERT INTO activity_counts ("organizationId", "namespaceId", "namespaceName", "tenantId", hour, succeeded, failed, chunks, tokens)
  SELECT "organizationId", "namespaceId", (SELECT name FROM namespaces WHERE namespaces.id = "namespaceId"), "tenantId",
    date_trunc('hour', now(), 'UTC'), succeeded, failed, chunks, tokens
  FROM (
    SELECT new_row."organizationId", new_row."namespaceId", new_row."tenantId",
      count(*) FILTER (WHERE new_row.status = 'SUCCESS') AS succeeded, count(*) FILTER (WHERE new_row.status = 'FAILED') AS failed,
      coalesce(sum(new_row."embeddingCount") FILTER (WHERE new_row."activeRevision" IS DISTINCT FROM old_row."activeRevision"), 0) AS chunks,
      coalesce(sum(new_row."tokenCount") FILTER (WHERE new_row."activeRevision" IS DISTINCT FROM old_row."activeRevision"), 0) AS tokens
    FROM old_rows old_row JOIN new_rows new_row USING (id)
    WHERE new_row.status IN ('SUCCESS', 'FAILED') AND new_row.status <> old_row.status
    GROUP BY 1, 2, 3
  ) AS finished;
  RETURN NULL;
END
$$;

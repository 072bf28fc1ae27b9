-- Documents of before the triggers: one statement, and so one snapshot, inserts the difference between the rows and what has been counted.
INSERT INTO storage_counts ("organizationId", "namespaceId", "tenantId", documents, bytes, chunks, pages)
SELECT "organizationId", "namespaceId", "tenantId", sum(documents), sum(bytes), sum(chunks), sum(pages)
FROM (
  SELECT "organizationId", "namespaceId", "tenantId", count(*) AS documents,
    sum(coalesce("fileSize", 0)::bigint + coalesce("characterCount", 0)) AS bytes, sum(coalesce("embeddingCount", 0)) AS chunks, sum(coalesce("ocrPagesCount", 0)) AS pages
  FROM documents WHERE "liveKey" IS NOT NULL GROUP BY 1, 2, 3
  UNION ALL
  SELECT "organizationId", "namespaceId", "tenantId", -sum(documents), -sum(bytes), -sum(chunks), -sum(pages)
  FROM storage_counts GROUP BY 1, 2, 3
) AS difference
GROUP BY 1, 2, 3 HAVING sum(documents) <> 0 OR sum(bytes) <> 0 OR sum(chunks) <> 0 OR sum(pages) <> 0;

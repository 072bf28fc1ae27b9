-- What the triggers do not know: the documents of before. A statement sees one moment, in which what has been counted belongs to the
-- documents that are there; it may therefore run beside those who write, and again.
INSERT INTO document_counts ("namespaceId", "tenantId", "status", "ingestionSource", "documentType", "count")
SELECT "namespaceId", "tenantId", "status", "ingestionSource", "documentType", sum(number)
FROM (
  SELECT "namespaceId", "tenantId", "status", "ingestionSource", "documentType", count(*) AS number
  FROM documents WHERE "liveKey" IS NOT NULL GROUP BY 1, 2, 3, 4, 5
  UNION ALL
  SELECT "namespaceId", "tenantId", "status", "ingestionSource", "documentType", -"count" FROM document_counts
) AS numbers
GROUP BY 1, 2, 3, 4, 5 HAVING sum(number) <> 0;

import { type Database, Prisma } from '@docfleet/database';
import { rollUp } from '../database/roll-up.ts';
import { type DocumentFilter, documentCondition, kindConditions } from './filter.ts';

const groupColumns = {
  source: Prisma.raw('"ingestionSource"'),
  status: Prisma.raw('status'),
  documentType: Prisma.raw('"documentType"'),
} as const;

/** Whether the stored counts are sufficient for a filter. */
const isCounted = (filter: DocumentFilter) => {
  const { ids, externalIds, connectionIds, ingestJobRunIds, namePrefix, source, metadata = [] } = filter;
  const isNarrow = ids ?? externalIds ?? connectionIds ?? ingestJobRunIds ?? namePrefix ?? source;
  return !isNarrow && metadata.length === 0;
};

/**
 * Counts matching documents by source, status or type; values without documents are omitted. Filters by tenant, source, type and status
 * use the stored counts; other conditions count the matching documents.
 */
export async function countDocuments(
  database: Database,
  filter: DocumentFilter,
  by: keyof typeof groupColumns,
): Promise<{ value: string; totalCount: number }[]> {
  const column = groupColumns[by];
  if (!isCounted(filter))
    return database.$queryRaw`
      SELECT ${column}::text AS value, count(*)::int AS "totalCount" FROM documents WHERE ${documentCondition(filter)}
      GROUP BY 1 ORDER BY 1`;
  return database.$queryRaw`
    SELECT ${column}::text AS value, sum(count)::int AS "totalCount" FROM document_counts
    WHERE ${Prisma.join(kindConditions(filter), ' AND ')}
    GROUP BY 1 HAVING sum(count) <> 0 ORDER BY 1`;
}

/** Merges the changes that triggers have appended: see `rollUp`. */
export const rollUpCounts = (database: Database): Promise<number> =>
  rollUp(database, {
    table: 'document_counts',
    place: ['namespaceId'],
    others: ['status', 'ingestionSource', 'documentType'],
    sums: ['count'],
  });

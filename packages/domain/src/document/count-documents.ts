import { type Database, Prisma } from '@docfleet/database';
import { rollUp } from '../database/roll-up.ts';
import { type DocumentFilter, documentCondition, kindConditions } from './filter.ts';

const groupColumns = {
  source: Prisma.raw('"ingestionSource"'),
  status: Prisma.raw('status'),
  documentType: Prisma.raw('"documentType"'),
} as const;

/** Whether a filter asks for no more than what documents are counted by as they change. */
const isCounted = (filter: DocumentFilter) => {
  const { ids, externalIds, connectionIds, ingestJobRunIds, namePrefix, source, metadata = [] } = filter;
  const isNarrow = ids ?? externalIds ?? connectionIds ?? ingestJobRunIds ?? namePrefix ?? source;
  return !isNarrow && metadata.length === 0;
};

/**
 * How many matching documents there are of each source, status or type; those without any are left out. By tenant, source, type
 * and status they were counted as they changed; with other conditions, the matching documents are counted now.
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

/** Adds up what triggers noted since the last time: see `rollUp`. */
export const rollUpCounts = (database: Database): Promise<number> =>
  rollUp(database, {
    table: 'document_counts',
    place: ['namespaceId'],
    others: ['status', 'ingestionSource', 'documentType'],
    sums: ['count'],
  });

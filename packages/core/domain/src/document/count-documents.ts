import { type Database, type DatabaseSession, Prisma } from '@docfleet/database';
import { rollUp } from '../database/roll-up.ts';
import { mayReadAll, type ReadBounds, readBounds, sampleOf, withinFullRead } from './bounded-read.ts';
import { type DocumentFilter, documentCondition, kindConditions } from './filter.ts';

/** The number of matching documents of a kind. */
interface KindCount {
  readonly source: string;
  readonly status: string;
  readonly documentType: string;
  readonly count: number;
}

export interface DocumentCounts {
  /** Whether the numbers were computed from a sample, as counting each document takes too long. */
  readonly isEstimated: boolean;
  /** Numbers by source, status or type; values without documents are omitted. */
  by(kind: 'source' | 'status' | 'documentType'): { value: string; totalCount: number }[];
}

const kindColumns = Prisma.raw(
  '"ingestionSource"::text AS source, status::text AS status, "documentType"::text AS "documentType"',
);

/** Tests whether the stored counts are sufficient for a filter. */
const isCounted = (filter: DocumentFilter) => {
  const { ids, externalIds, connectionIds, ingestJobRunIds } = filter;
  return !(ids ?? externalIds ?? connectionIds ?? ingestJobRunIds) && !mayReadAll(filter);
};

/** The stored counts of the documents that the filter's tenant, source, type and status leave. */
const readStoredCounts = (database: Database, filter: DocumentFilter): Promise<KindCount[]> =>
  database.$queryRaw`
    SELECT ${kindColumns}, sum(count)::int AS count FROM document_counts
    WHERE ${Prisma.join(kindConditions(filter), ' AND ')}
    GROUP BY 1, 2, 3 HAVING sum(count) <> 0`;

const countEach = (database: DatabaseSession, filter: DocumentFilter): Promise<KindCount[]> =>
  database.$queryRaw`
    SELECT ${kindColumns}, count(*)::int AS count FROM documents WHERE ${documentCondition(filter)}
    GROUP BY 1, 2, 3`;

interface SampledCount extends KindCount {
  readonly matching: number;
}

const countSample = (
  database: Database,
  filter: DocumentFilter,
  bounds: ReadBounds,
): Promise<SampledCount[]> =>
  database.$queryRaw`
    WITH sample AS MATERIALIZED (${sampleOf(filter, bounds)})
    SELECT ${kindColumns}, count(*)::int AS count, (count(*) FILTER (WHERE ${documentCondition(filter)}))::int AS matching
    FROM sample AS documents GROUP BY 1, 2, 3`;

const totalOf = (rows: readonly { readonly count: number }[]) =>
  rows.reduce((sum, { count }) => sum + count, 0);
const kindOf = ({ source, status, documentType }: KindCount) => [source, status, documentType].join();

/** The share of each kind that matches in the sample, of its stored number; a kind that is not in it has the share of all. */
function estimateFrom(sample: readonly SampledCount[], stored: readonly KindCount[]): KindCount[] {
  const found = new Map(sample.map((row) => [kindOf(row), row]));
  const all = { count: totalOf(sample), matching: sample.reduce((sum, { matching }) => sum + matching, 0) };
  return stored.map((kind) => {
    const { count, matching } = found.get(kindOf(kind)) ?? all;
    return { ...kind, count: count === 0 ? 0 : Math.round((kind.count * matching) / count) };
  });
}

function countsOf(rows: readonly KindCount[], isEstimated: boolean): DocumentCounts {
  return {
    isEstimated,
    by(kind) {
      const groups = [...Map.groupBy(rows, (row) => row[kind])].map(([value, group]) => ({
        value,
        totalCount: totalOf(group),
      }));
      return groups
        .filter(({ totalCount }) => totalCount > 0)
        .toSorted((a, b) => (a.value < b.value ? -1 : 1));
    },
  };
}

/**
 * Counts matching documents. Filters by tenant, source, type and status use the stored counts; other conditions count the matching
 * documents, and where that takes longer than `fullReadMs` among many, estimate their number from a sample.
 */
export async function countDocuments(
  database: Database,
  filter: DocumentFilter,
  bounds: ReadBounds = readBounds,
): Promise<DocumentCounts> {
  const stored = await readStoredCounts(database, filter);
  if (isCounted(filter)) return countsOf(stored, false);
  if (totalOf(stored) <= bounds.countedDocuments) return countsOf(await countEach(database, filter), false);
  const exact = await withinFullRead(database, bounds, (session) => countEach(session, filter));
  if (exact) return countsOf(exact, false);
  return countsOf(estimateFrom(await countSample(database, filter, bounds), stored), true);
}

/** Merges the changes that triggers have appended: see `rollUp`. */
export const rollUpCounts = (database: Database): Promise<number> =>
  rollUp(database, {
    table: 'document_counts',
    place: ['namespaceId'],
    others: ['status', 'ingestionSource', 'documentType'],
    sums: ['count'],
  });

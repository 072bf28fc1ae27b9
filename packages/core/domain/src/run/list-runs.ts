import { type Database, IngestJobRunStatus, type Prisma } from '@docfleet/database';
import { isId } from '../database/identifier.ts';

export interface RunFilter {
  readonly namespaceId: string;
  readonly tenantId: string | undefined;
  /** Unknown values match nothing. */
  readonly statuses?: readonly string[] | undefined;
  readonly sources?: readonly string[] | undefined;
  readonly connectionIds?: readonly string[] | undefined;
  readonly ids?: readonly string[] | undefined;
  readonly isCancelled?: boolean | undefined;
}

export interface Page {
  readonly size: number;
  /** The last id of the page before. */
  readonly after?: string | undefined;
}

export type RunWithJob = Prisma.IngestJobRunGetPayload<{ include: { job: true } }>;

/** Conditions on the job of a run. */
const jobWhere = ({ sources, connectionIds }: RunFilter): Prisma.IngestJobWhereInput => ({
  ...(sources && { source: { in: [...sources] } }),
  ...(connectionIds && { connectionId: { in: connectionIds.filter(isId) } }),
});

/** Lists runs of a namespace, newest first, one more than the page size when there is a next page. */
export async function listIngestJobRuns(
  database: Database,
  filter: RunFilter,
  page: Page,
): Promise<RunWithJob[]> {
  const { namespaceId, tenantId, statuses, sources, connectionIds, ids, isCancelled } = filter;
  return database.ingestJobRun.findMany({
    where: {
      namespaceId,
      ...(tenantId !== undefined && { tenantId }),
      id: { ...(page.after && { lt: page.after }), ...(ids && { in: ids.filter(isId) }) },
      ...(statuses && {
        status: { in: Object.values(IngestJobRunStatus).filter((status) => statuses.includes(status)) },
      }),
      ...(isCancelled !== undefined && { cancelledAt: isCancelled ? { not: null } : null }),
      ...((sources ?? connectionIds) && { job: jobWhere(filter) }),
    },
    orderBy: { id: 'desc' },
    take: page.size + 1,
    include: { job: true },
  });
}

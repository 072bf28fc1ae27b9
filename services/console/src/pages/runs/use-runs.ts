import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { tenant } from '../../api/tenant.ts';
import { useStore } from '../../store.ts';

const pageSize = 100;
const followMs = 3_000;

/** The job runs of a namespace, the newest first, as far as somebody has scrolled; asked for again while some are under way. */
export function useRuns(namespaceId: string, { status, source }: { status: string; source: string }) {
  const tenantId = useStore(tenant);
  return useInfiniteQuery({
    queryKey: ['runs', namespaceId, tenantId, status, source],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam: cursor, signal }) =>
      api.runs.list(
        {
          namespaceId,
          ...(status && { ingestionJobRunStatuses: [status] }),
          ...(source && { ingestionSources: [source] }),
          pagination: { pageSize, cursor },
        },
        { signal },
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ({ state: { data } }) =>
      data?.pages[0]?.ingestJobRuns.some((run) => run.status !== 'COMPLETED') ? followMs : false,
  });
}

import { api } from '../../api/client.ts';
import { tenant } from '../../api/tenant.ts';
import { useStore } from '../../store.ts';
import { usePages } from '../../use-pages.ts';

const refreshMs = 3_000;

/** State of a canceled run; its status in the API is COMPLETED. */
export const cancelledState = 'CANCELLED';

function statusFilter(status: string) {
  if (status === cancelledState) return { isCancelled: true };
  return {
    ...(status && { ingestionJobRunStatuses: [status] }),
    ...(status === 'COMPLETED' && { isCancelled: false }),
  };
}

interface RunFilters {
  readonly status: string;
  readonly source: string;
  readonly connection: string;
}

/** Loads the job runs of a namespace page by page as the user scrolls, the newest first. Empty filters are ignored. */
export function useRuns(namespaceId: string, { status, source, connection }: RunFilters) {
  const tenantId = useStore(tenant);
  const filter = {
    namespaceId,
    ...statusFilter(status),
    ...(source && { ingestionSources: [source] }),
    ...(connection && { connectionIds: [connection] }),
  };
  return usePages({
    queryKey: ['runs', namespaceId, tenantId, filter],
    load: (page, options) => api.runs.list({ ...filter, pagination: page }, options),
    refreshMs,
  });
}

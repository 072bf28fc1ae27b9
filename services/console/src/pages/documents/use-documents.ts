import type { DocumentFilter } from '@docfleet/sdk';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { tenant } from '../../api/tenant.ts';
import { useStore } from '../../store.ts';

const pageSize = 100;
const refreshMs = 10_000;
/** More pages than these are not asked for again by themselves. */
const maxRefreshed = 3;

/** Documents page by page, as far as somebody has scrolled. While a filter changes, those before stay in sight. */
export function useDocuments(namespaceId: string, filterConfig: DocumentFilter) {
  const tenantId = useStore(tenant);
  return useInfiniteQuery({
    queryKey: ['documents', namespaceId, tenantId, filterConfig],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam: cursor, signal }) =>
      api.documents.list({ namespaceId, filterConfig, pagination: { pageSize, cursor } }, { signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.pages.length ?? 0) <= maxRefreshed && refreshMs,
  });
}

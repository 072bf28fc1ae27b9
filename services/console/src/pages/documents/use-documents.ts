import type { DocumentFilter } from '@docfleet/sdk';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { tenant } from '../../api/tenant.ts';
import { useStore } from '../../store.ts';

const pageSize = 100;
const refreshMs = 10_000;
/** Maximum number of loaded pages that are refetched automatically. */
const maxRefreshed = 3;

/** Loads the documents page by page as the user scrolls. While a filter changes, the previous documents remain visible. */
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

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

const pageSize = 100;
/** Maximum number of loaded pages that are refetched automatically. */
const maxRefreshed = 3;

interface ListPage {
  readonly nextCursor: string | null;
}

interface PagesOptions<Page> {
  readonly queryKey: readonly unknown[];
  readonly load: (
    page: { readonly pageSize: number; readonly cursor?: string },
    options: { readonly signal: AbortSignal },
  ) => Promise<Page>;
  /** Interval of refetching while the list is visible, in milliseconds; undefined for never. */
  readonly refreshMs?: number;
}

/** Loads a list page by page as the user scrolls. While a filter changes, the previous results remain visible. */
export function usePages<Page extends ListPage>({ queryKey, load, refreshMs }: PagesOptions<Page>) {
  return useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      load({ pageSize, ...(pageParam !== undefined && { cursor: pageParam }) }, { signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      (state.data?.pages.length ?? 0) <= maxRefreshed && refreshMs !== undefined ? refreshMs : false,
  });
}

interface Pages {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}

/**
 * Loads the next page of a list; undefined where there is none, or while it is being loaded. `query` is the state whose rows are shown:
 * with a later one, a table whose rows are older would load a page more. One function for one query, so that an effect may depend on it.
 */
export const nextPageOf = ({ hasNextPage, isFetchingNextPage, fetchNextPage }: Pages) =>
  hasNextPage && !isFetchingNextPage ? fetchNextPage : undefined;

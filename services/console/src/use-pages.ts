import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

const pageSize = 100;
/** Lists of more pages than this are not refetched automatically. */
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
  /** The interval of refetching while the list is visible; unset: never. */
  readonly refreshMs?: number;
}

/** A list page by page, as far as the user has scrolled. While a filter changes, the previous results remain visible. */
export function usePages<Page extends ListPage>({ queryKey, load, refreshMs }: PagesOptions<Page>) {
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      load({ pageSize, ...(pageParam !== undefined && { cursor: pageParam }) }, { signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      (state.data?.pages.length ?? 0) <= maxRefreshed && refreshMs !== undefined ? refreshMs : false,
  });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  return { query, onEnd: hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined };
}

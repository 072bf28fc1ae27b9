import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

const pageSize = 100;
/** More pages than these are not asked for again by themselves. */
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
  /** How often it is asked for again while it is in sight; never unless told. */
  readonly refreshMs?: number;
}

/** A list page by page, as far as somebody has scrolled. While a filter changes, what was found before stays in sight. */
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

import { keepPreviousData, type UseQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useSearchText, useTypedText } from '../use-search-text.ts';
import { wordsOf } from './badge.tsx';
import { Button } from './button.tsx';
import { Choice, Field } from './fields.tsx';
import { Empty, Loaded, Page } from './page.tsx';
import { type Column, Table, type TableProps } from './table.tsx';

const pageSize = 100;
/** Maximum number of loaded pages that are refetched automatically. */
const maxRefreshed = 3;

interface CursorPage {
  readonly nextCursor: string | null;
}

interface PagesOptions<Data> {
  readonly queryKey: readonly unknown[];
  readonly load: (
    page: { readonly pageSize: number; readonly cursor?: string },
    options: { readonly signal: AbortSignal },
  ) => Promise<Data>;
  /** Interval of refetching while the list is visible, in milliseconds; undefined for never. */
  readonly refreshMs?: number;
}

/** Loads a list page by page as the user scrolls. While a filter changes, the previous results remain visible. */
export function usePages<Data extends CursorPage>({ queryKey, load, refreshMs }: PagesOptions<Data>) {
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

/** Filter of a list, which is kept in the address: with `values` a choice, without them a text. */
export interface FilterEntry {
  /** Name of the parameter in the address. */
  readonly name: string;
  readonly label: string;
  readonly values?: readonly string[];
  /** Label of the option without a filter, as `Every status`. */
  readonly every?: string;
  readonly labelOf?: (value: string) => string;
  /** Whether the label of a text is for screen readers only, where its placeholder says enough. */
  readonly hidesLabel?: boolean;
  readonly placeholder?: string;
  readonly type?: 'text' | 'date';
  readonly error?: string | undefined;
}

/** Pause after which typing counts as finished, in milliseconds. */
const restMs = 350;

/** Text filter, applied once typing has paused. */
export function TextFilter(filter: FilterEntry) {
  const { name, label, hidesLabel = false, placeholder = '', type = 'text', error } = filter;
  const [kept, keep] = useSearchText(name);
  const looks = { label, hidesLabel, placeholder, type, error };
  return <Field {...looks} {...useTypedText(kept, keep, restMs)} />;
}

const all = 'ALL';

/** Filter with options. */
export function Filter({ name, label, every = 'All', values = [], labelOf = wordsOf }: FilterEntry) {
  const [value, setValue] = useSearchText(name);
  const options = [
    { value: all, label: every },
    ...values.map((one) => ({ value: one, label: labelOf(one) })),
  ];
  return (
    <Choice
      label={label}
      hidesLabel
      value={value || all}
      options={options}
      onChange={(chosen) => setValue(chosen === all ? '' : chosen)}
    />
  );
}

interface FiltersProps {
  readonly filters: readonly FilterEntry[];
  readonly children?: ReactNode;
}

/** Filters that a phone shows at once where there are more. */
const maxOnPhone = 2;

const FilterOf = (filter: FilterEntry) =>
  filter.values ? <Filter {...filter} /> : <TextFilter {...filter} />;

/** Filters of a list. On a phone those behind the first are shown once they are asked for, as the list is what matters. */
export function Filters({ filters, children }: FiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const set = useFilters(filters.slice(maxOnPhone));
  const count = Object.keys(set).length;
  const hasMore = filters.length > maxOnPhone + 1;
  return (
    <search className={hasMore && !isOpen ? 'filters filters-few' : 'filters'}>
      {children}
      {filters.slice(0, maxOnPhone).map((filter) => (
        <FilterOf key={filter.name} {...filter} />
      ))}
      {hasMore && (
        <div className="filters-more">
          <Button aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
            {isOpen ? 'Fewer filters' : `More filters${count > 0 ? ` (${count} set)` : ''}`}
          </Button>
        </div>
      )}
      {filters.slice(maxOnPhone).map((filter) => (
        <FilterOf key={filter.name} {...filter} />
      ))}
    </search>
  );
}

/** Returns the values of the address for these filters, by name; those that are not set are left out. */
export function useFilters(filters: readonly Pick<FilterEntry, 'name'>[]): Readonly<Record<string, string>> {
  const search = useSearch({ strict: false });
  return Object.fromEntries(filters.flatMap(({ name }) => (search[name] ? [[name, search[name]]] : [])));
}

/** Text of a list without rows. */
type EmptyText = Parameters<typeof Empty>[0];

type Query<Data> = Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'> & {
  readonly hasNextPage?: boolean;
  readonly isFetchingNextPage?: boolean;
  readonly fetchNextPage?: () => unknown;
};

/**
 * Loads the next page of a list; undefined on the last page and while it is being loaded. `query` is the state whose rows are shown:
 * with a later one, a table whose rows are older would load a page more. One function for one query, so that an effect may depend on it.
 */
const nextPageOf = ({ hasNextPage, isFetchingNextPage, fetchNextPage }: Query<unknown>) =>
  hasNextPage && !isFetchingNextPage ? fetchNextPage : undefined;

interface ListProps<Data, Row> extends Pick<TableProps<Row>, 'selection' | 'nameOf'> {
  readonly label: string;
  readonly query: Query<Data>;
  readonly rowsOf: (data: Data) => readonly Row[];
  readonly columns: readonly Column<Row>[];
  /** Identifies a row; by default its `id`. */
  readonly keyOf?: (row: Row) => string;
  readonly empty: EmptyText;
  /** Text in place of `empty` while a filter is set. */
  readonly noMatch?: string | undefined;
  /** Replaces the table, for rows that are shown otherwise. */
  readonly children?: (rows: readonly Row[], onEnd: (() => unknown) | undefined) => ReactNode;
}

const idOf = (row: unknown) => (row as { readonly id: string }).id;

/** Rows of a query as a table; without rows, the text `empty`. */
export function List<Data, Row>(props: ListProps<Data, Row>) {
  const { query, rowsOf, keyOf = idOf, empty, noMatch, children, ...table } = props;
  return (
    <Loaded query={query} rows={8}>
      {(data, shown) => {
        const rows = rowsOf(data as Data);
        const onEnd = nextPageOf(shown);
        if (rows.length === 0 && noMatch !== undefined)
          return <Empty icon="search" title={noMatch} text="Remove a filter to see more." />;
        if (rows.length === 0) return <Empty {...empty} />;
        return children ? (
          children(rows, onEnd)
        ) : (
          <Table {...table} rows={rows} keyOf={keyOf} onEnd={onEnd} />
        );
      }}
    </Loaded>
  );
}

interface ListPageProps<Data, Row> extends ListProps<Data, Row> {
  readonly filters?: readonly FilterEntry[];
  /** Filters of another kind, beside the others. */
  readonly moreFilters?: ReactNode;
  /** Link or button that adds a row: beside the title, or below the text of an empty list. */
  readonly create?: ReactNode;
  /** Content below the list, such as dialogs. */
  readonly after?: ReactNode;
  /** Toolbar of the selected rows. The keyboard reaches it before the rows; it is shown at the lower edge of the screen. */
  readonly selected?: ReactNode;
}

/** Page with a list: its filters, its rows, and the way to add one. */
export function ListPage<Data, Row>(props: ListPageProps<Data, Row>) {
  const { filters = [], moreFilters, create, after, selected, ...list } = props;
  const { query, rowsOf, noMatch, label, empty } = list;
  // While it loads, it counts as a list with rows, as most are: filters that came later would push the rows down.
  const isEmpty = query.data !== undefined && rowsOf(query.data).length === 0;
  const isNew = create !== undefined && isEmpty && noMatch === undefined;
  return (
    <Page title={label} actions={!isNew && create}>
      {filters.length > 0 && !isNew && <Filters filters={filters}>{moreFilters}</Filters>}
      {selected}
      <List {...list} empty={create === undefined ? empty : { ...empty, action: create }} />
      {after}
    </Page>
  );
}

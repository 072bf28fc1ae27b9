import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { tenant } from '../../api/tenant.ts';
import { Choice } from '../../parts/choice.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page as PageFrame } from '../../parts/page.tsx';
import { Table } from '../../parts/table.tsx';
import { useStore } from '../../store.ts';
import { useNamespaceId } from '../../use-namespace.ts';
import { useSearchText } from '../../use-search-text.ts';
import { columns, nameOf } from './columns.tsx';

const pageSize = 100;
const statuses = [
  { value: 'ALL', label: 'Every status' },
  { value: 'SUCCESS', label: 'Success' },
  { value: 'FAILED', label: 'Failed' },
] as const;

/** Documents page by page, as far as somebody has scrolled. */
function useDocuments(namespaceId: string, status: string) {
  const tenantId = useStore(tenant);
  return useInfiniteQuery({
    queryKey: ['documents', namespaceId, tenantId, status],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam: cursor, signal }) =>
      api.documents.list(
        {
          namespaceId,
          filterConfig: status ? { documentIngestionStatuses: [status] } : {},
          pagination: { pageSize, cursor },
        },
        { signal },
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

/** The documents of a namespace. */
export function Page() {
  const namespaceId = useNamespaceId();
  const [status, setStatus] = useSearchText('status');
  const documents = useDocuments(namespaceId, status);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = documents;
  const onEnd = hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined;
  return (
    <PageFrame
      title="Documents"
      actions={
        <Choice
          label="Status"
          hidesLabel
          value={statuses.find(({ value }) => value === status)?.value ?? 'ALL'}
          options={statuses}
          onChange={(chosen) => setStatus(chosen === 'ALL' ? '' : chosen)}
        />
      }
    >
      <Loaded query={documents} rows={8}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.documents ?? []);
          return rows.length === 0 ? (
            <Empty icon="documents" title="No documents here" text="None match, or none were ingested yet." />
          ) : (
            <Table
              label="Documents"
              columns={columns}
              rows={rows}
              keyOf={({ id }) => id}
              nameOf={nameOf}
              onEnd={onEnd}
            />
          );
        }}
      </Loaded>
    </PageFrame>
  );
}

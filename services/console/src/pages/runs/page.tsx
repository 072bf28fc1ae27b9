import { ingestionSources, ingestJobRunStatuses } from '@docfleet/sdk';
import { Link } from '@tanstack/react-router';
import { Empty } from '../../parts/empty.tsx';
import { Filter } from '../../parts/filter.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page as PageFrame } from '../../parts/page.tsx';
import { Table } from '../../parts/table.tsx';
import { useNamespaceId } from '../../use-namespace.ts';
import { useSearchText } from '../../use-search-text.ts';
import { columns } from './columns.tsx';
import { subjectOf } from './subject-of.ts';
import { useRuns } from './use-runs.ts';

const Nothing = ({ namespaceId }: { readonly namespaceId: string }) => (
  <Empty
    icon="runs"
    title="No job runs here"
    text="Each ingestion is a run that can be watched. None match, or nothing was ingested yet."
    action={
      <Link to="/n/$namespaceId/ingest" params={{ namespaceId }}>
        Ingest something
      </Link>
    }
  />
);

/** The job runs of a namespace. */
export function Page() {
  const namespaceId = useNamespaceId();
  const [status] = useSearchText('status');
  const [source] = useSearchText('source');
  const runs = useRuns(namespaceId, { status, source });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = runs;
  const onEnd = hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined;
  const filters = (
    <>
      <Filter name="status" label="Status" every="Every status" values={ingestJobRunStatuses} />
      <Filter name="source" label="Source" every="Every source" values={ingestionSources} />
    </>
  );
  return (
    <PageFrame title="Job runs" actions={filters}>
      <Loaded query={runs} rows={8}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.ingestJobRuns);
          if (rows.length === 0) return <Nothing namespaceId={namespaceId} />;
          return (
            <Table
              label="Job runs"
              columns={columns}
              rows={rows}
              keyOf={({ id }) => id}
              nameOf={({ ingestConfig }) => subjectOf(ingestConfig)}
              onEnd={onEnd}
            />
          );
        }}
      </Loaded>
    </PageFrame>
  );
}

import type { IngestJobRun } from '@docfleet/sdk';
import { Link } from '@tanstack/react-router';
import { wordsOf } from '../../parts/badge.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page as PageFrame } from '../../parts/page.tsx';
import { Table } from '../../parts/table.tsx';
import { useNamespaceId } from '../../use-namespace.ts';
import { useSearchText } from '../../use-search-text.ts';
import { columns } from './columns.tsx';
import { subjectOf } from './subject-of.ts';
import { useRuns } from './use-runs.ts';

const all = 'ALL';
const statuses = [
  'QUEUED',
  'PRE_PROCESSING',
  'PROCESSING',
  'COMPLETED',
] as const satisfies readonly IngestJobRun['status'][];
const sources = [
  'TEXT',
  'LOCAL_FILE',
  'URLS_LIST',
  'SITEMAP',
  'WEBSITE',
  'YOUTUBE',
  'NOTION',
  'GOOGLE_DRIVE',
  'DROPBOX',
  'ONEDRIVE',
  'SHAREPOINT',
  'BOX',
  'CONFLUENCE',
  'REEMBEDDING',
] as const satisfies readonly IngestJobRun['ingestConfig']['source'][];

function FilterChoice({
  name,
  every,
  values,
}: {
  readonly name: 'status' | 'source';
  readonly every: string;
  readonly values: readonly string[];
}) {
  const [value, setValue] = useSearchText(name);
  const options = [
    { value: all, label: every },
    ...values.map((each) => ({ value: each, label: wordsOf(each) })),
  ];
  return (
    <Choice
      label={wordsOf(name)}
      hidesLabel
      value={value || all}
      options={options}
      onChange={(chosen) => setValue(chosen === all ? '' : chosen)}
    />
  );
}

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
      <FilterChoice name="status" every="Every status" values={statuses} />
      <FilterChoice name="source" every="Every source" values={sources} />
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

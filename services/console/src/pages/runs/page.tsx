import { type IngestJobRun, ingestionSources, ingestJobRunStatuses } from '@docfleet/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { tenant } from '../../api/console-fetch.ts';
import { Button } from '../../parts/button.tsx';
import { shorten } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { type FilterEntry, ListPage, useFilters, usePages } from '../../parts/list.tsx';
import { Table } from '../../parts/table.tsx';
import { useStore } from '../../store.ts';
import { useNamespaceId } from '../../use-namespace.ts';
import { useSearchText } from '../../use-search-text.ts';
import { columnsOf, type RunLine, subjectOf, useFailed } from './columns.tsx';
import { groupRuns } from './group-runs.ts';

const refreshMs = 3_000;

/** State of a canceled run; its status in the API is COMPLETED. */
const cancelledState = 'CANCELLED';

function statusFilter(status: string) {
  if (status === cancelledState) return { isCancelled: true };
  return {
    ...(status && { ingestionJobRunStatuses: [status] }),
    ...(status === 'COMPLETED' && { isCancelled: false }),
  };
}

/** Button with the connection whose runs are shown; pressing it shows all runs. */
function ConnectionFilter({ namespaceId }: { readonly namespaceId: string }) {
  const [connectionId, setConnectionId] = useSearchText('connection');
  const { data } = useQuery({
    queryKey: ['connections', 'name', namespaceId, connectionId],
    enabled: connectionId !== '',
    queryFn: async ({ signal }) =>
      (await api.connections.get({ namespaceId, connectionId }, { signal })).connection.name,
  });
  if (connectionId === '') return null;
  const name = data === undefined ? 'One connection' : shorten(data, 40);
  return (
    <Button onPress={() => setConnectionId('')} aria-label={`${name}: show the runs of all connections`}>
      {name} <Icon name="close" />
    </Button>
  );
}

/** States of a run by which the list can be filtered. */
const shownStatuses = [...ingestJobRunStatuses, cancelledState] as const;

const filters: readonly FilterEntry[] = [
  { name: 'status', label: 'Status', every: 'Every status', values: shownStatuses },
  { name: 'source', label: 'Source', every: 'Every source', values: ingestionSources },
];

/** Returns the rows of runs and groups; a group with a run in `open` is followed by its runs. */
function linesOf(runs: readonly IngestJobRun[], open: ReadonlySet<string>): RunLine[] {
  return groupRuns(runs).flatMap((group): RunLine[] => {
    const [newest] = group.runs;
    if (!newest) return [];
    const line = { ...group, newest, key: newest.id, isInner: false, isOpen: false };
    if (group.runs.length === 1) return [line];
    const isOpen = group.runs.some(({ id }) => open.has(id));
    const inner = isOpen ? group.runs : [];
    return [
      { ...line, key: `group ${newest.id}`, isOpen },
      ...inner.map((run) => ({ ...line, runs: [run], newest: run, key: run.id, isInner: true })),
    ];
  });
}

/** Holds the open groups, each by the id of one of its runs: groups grow at both ends. */
function useOpen() {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = ({ isOpen, newest, runs }: RunLine) => {
    const others = new Set(open);
    for (const { id } of runs) others.delete(id);
    setOpen(isOpen ? others : others.add(newest.id));
  };
  return { open, toggle };
}

interface RunTableProps {
  readonly namespaceId: string;
  readonly runs: readonly IngestJobRun[];
  readonly onEnd: (() => unknown) | undefined;
}

/** Number of runs per row above which older runs are loaded on request only: a folder of ten thousand files is one row. */
const maxRunsPerLine = 5;

function RunTable({ namespaceId, runs, onEnd }: RunTableProps) {
  const failed = useFailed(namespaceId, runs);
  const { open, toggle } = useOpen();
  const lines = linesOf(runs, open);
  const isByItself = runs.length <= maxRunsPerLine * lines.length;
  return (
    <>
      <Table
        label="Job runs"
        columns={columnsOf({ failed, onToggle: toggle })}
        rows={lines}
        keyOf={({ key }) => key}
        nameOf={({ newest }) => subjectOf(newest.ingestConfig)}
        onEnd={isByItself ? onEnd : undefined}
      />
      {!isByItself && onEnd && (
        <div className="row">
          <Button onPress={() => onEnd()}>Show older runs</Button>
        </div>
      )}
    </>
  );
}

/** Page with the job runs of a namespace, the newest first. */
export function Page() {
  const namespaceId = useNamespaceId();
  const tenantId = useStore(tenant);
  const { status = '', source, connection } = useFilters([...filters, { name: 'connection' }]);
  const filter = {
    namespaceId,
    ...statusFilter(status),
    ...(source && { ingestionSources: [source] }),
    ...(connection && { connectionIds: [connection] }),
  };
  const query = usePages({
    queryKey: ['runs', namespaceId, tenantId, filter],
    load: (page, options) => api.runs.list({ ...filter, pagination: page }, options),
    refreshMs,
  });
  return (
    <ListPage
      label="Job runs"
      filters={filters}
      moreFilters={<ConnectionFilter namespaceId={namespaceId} />}
      query={query}
      rowsOf={({ pages }) => pages.flatMap((page) => page.ingestJobRuns)}
      columns={[]}
      empty={{
        icon: 'runs',
        title: 'No job runs here',
        text: 'Each ingestion has a run with its progress. None match, or nothing was ingested yet.',
        action: (
          <Link to="/n/$namespaceId/ingest" params={{ namespaceId }}>
            Ingest documents
          </Link>
        ),
      }}
    >
      {(runs, onEnd) => <RunTable namespaceId={namespaceId} runs={runs} onEnd={onEnd} />}
    </ListPage>
  );
}

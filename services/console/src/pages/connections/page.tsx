import type { Connection, IngestJobRun } from '@docfleet/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { tenant } from '../../api/tenant.ts';
import { Badge } from '../../parts/badge.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Filter } from '../../parts/filter.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page as PageFrame } from '../../parts/page.tsx';
import { ShownName } from '../../parts/shown-name.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { useStore } from '../../store.ts';
import { useNamespaceId } from '../../use-namespace.ts';
import { nextPageOf, usePages } from '../../use-pages.ts';
import { useSearchText } from '../../use-search-text.ts';
import { connectionRunsQuery, connectorNames, connectorOf } from './connectors.ts';
import { partsOf } from './parts-of.ts';

const refreshMs = 10_000;

interface Syncs {
  readonly runs: readonly IngestJobRun[];
  readonly isAll: boolean;
}

const LastSync = ({
  connectionId,
  syncs,
}: {
  readonly connectionId: string;
  readonly syncs: Syncs | undefined;
}) => {
  if (!syncs) return null;
  const [run] = partsOf(syncs.runs, connectionId);
  if (!run) return syncs.isAll ? 'never' : 'a long time ago';
  return (
    <>
      <TimeAgo at={run.createdAt.isoString} /> {run.errorMessage !== null && <Badge state="FAILED" />}
    </>
  );
};

const columnsOf = (syncs: Syncs | undefined): readonly Column<Connection>[] => [
  {
    key: 'name',
    header: 'Name',
    cell: ({ id, name, namespace }) => (
      <Link
        to="/n/$namespaceId/connections/$connectionId"
        params={{ namespaceId: namespace.identifier, connectionId: id }}
      >
        <ShownName>{name}</ShownName>
      </Link>
    ),
  },
  {
    key: 'connector',
    header: 'Connector',
    width: '8rem',
    from: 'tablet',
    cell: ({ connector }) => connectorOf(connector).label,
  },
  { key: 'status', header: 'Status', width: '7rem', cell: ({ status }) => <Badge state={status} /> },
  { key: 'reason', header: 'Reason', from: 'desktop', cell: ({ statusReason }) => statusReason },
  {
    key: 'sync',
    header: 'Last sync',
    width: '10rem',
    from: 'tablet',
    cell: ({ id }) => <LastSync connectionId={id} syncs={syncs} />,
  },
];

const keyOf = ({ id }: Connection) => id;

const Connect = ({ namespaceId }: { readonly namespaceId: string }) => (
  <Link to="/n/$namespaceId/connections/new" params={{ namespaceId }} className="button button-primary">
    <Icon name="plus" /> Connect
  </Link>
);

function useConnections(namespaceId: string) {
  const tenantId = useStore(tenant);
  const [connector] = useSearchText('connector');
  const filter = { namespaceId, ...(connector && { connector }) };
  const query = usePages({
    queryKey: ['connections', namespaceId, tenantId, connector],
    load: (page, options) => api.connections.list({ ...filter, ...page }, options),
    refreshMs,
  });
  const { data: syncs } = useQuery({
    ...connectionRunsQuery(namespaceId, tenantId),
    refetchInterval: refreshMs,
  });
  return { query, syncs, isFiltered: connector !== '' };
}

const Nothing = ({
  namespaceId,
  isFiltered,
}: {
  readonly namespaceId: string;
  readonly isFiltered: boolean;
}) =>
  isFiltered ? (
    <Empty
      icon="search"
      title="No connection of this connector"
      text="Remove the filter to see the others."
    />
  ) : (
    <Empty
      icon="connections"
      title="No connections yet"
      text="Connect an account of a drive, a wiki or another service. Its files are ingested and kept in sync."
      action={<Connect namespaceId={namespaceId} />}
    />
  );

const Actions = ({ namespaceId }: { readonly namespaceId: string }) => (
  <>
    <Filter
      name="connector"
      label="Connector"
      every="Every connector"
      values={connectorNames}
      labelOf={(name) => connectorOf(name).label}
    />
    <Connect namespaceId={namespaceId} />
  </>
);

/** The connected accounts of a namespace. */
export function Page() {
  const namespaceId = useNamespaceId();
  const { query, syncs, isFiltered } = useConnections(namespaceId);
  const hasAny = query.data?.pages.some(({ connections }) => connections.length > 0);
  return (
    <PageFrame title="Connections" actions={(hasAny || isFiltered) && <Actions namespaceId={namespaceId} />}>
      <Loaded query={query}>
        {({ pages }, shown) => {
          const rows = pages.flatMap(({ connections }) => connections);
          if (rows.length === 0) return <Nothing namespaceId={namespaceId} isFiltered={isFiltered} />;
          return (
            <Table
              label="Connections"
              columns={columnsOf(syncs)}
              rows={rows}
              keyOf={keyOf}
              onEnd={nextPageOf(shown)}
            />
          );
        }}
      </Loaded>
    </PageFrame>
  );
}

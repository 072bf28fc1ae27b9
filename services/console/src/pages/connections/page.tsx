import type { Connection, Connector, IngestJobRun } from '@docfleet/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { tenant } from '../../api/console-fetch.ts';
import { Badge } from '../../parts/badge.tsx';
import { column, nameColumn, stateColumn, TimeAgo } from '../../parts/columns.tsx';
import { Icon } from '../../parts/icon.tsx';
import { type FilterEntry, ListPage, useFilters, usePages } from '../../parts/list.tsx';
import type { Column } from '../../parts/table.tsx';
import { useStore } from '../../store.ts';
import { useNamespaceId } from '../../use-namespace.ts';
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
  nameColumn('Name', ({ id, namespace }, name) => (
    <Link
      to="/n/$namespaceId/connections/$connectionId"
      params={{ namespaceId: namespace.identifier, connectionId: id }}
    >
      {name}
    </Link>
  )),
  column('Connector', ({ connector }) => connectorOf(connector).label, { width: '8rem', from: 'tablet' }),
  stateColumn('Status', ({ status }) => status),
  column('Reason', ({ statusReason }) => statusReason, { from: 'desktop' }),
  column('Last sync', ({ id }) => <LastSync connectionId={id} syncs={syncs} />, {
    width: '10rem',
    from: 'tablet',
  }),
];

const filters: readonly FilterEntry[] = [
  {
    name: 'connector',
    label: 'Connector',
    every: 'Every connector',
    values: connectorNames,
    labelOf: (name) => connectorOf(name as Connector).label,
  },
];

/** Page with the connected accounts of a namespace. */
export function Page() {
  const namespaceId = useNamespaceId();
  const tenantId = useStore(tenant);
  const filter = useFilters(filters);
  const query = usePages({
    queryKey: ['connections', namespaceId, tenantId, filter],
    load: (page, options) => api.connections.list({ namespaceId, ...filter, ...page }, options),
    refreshMs,
  });
  const { data: syncs } = useQuery({
    ...connectionRunsQuery(namespaceId, tenantId),
    refetchInterval: refreshMs,
  });
  return (
    <ListPage
      label="Connections"
      filters={filters}
      query={query}
      rowsOf={({ pages }) => pages.flatMap(({ connections }) => connections)}
      columns={columnsOf(syncs)}
      noMatch={filter['connector'] && 'No connection of this connector'}
      empty={{
        icon: 'connections',
        title: 'No connections yet',
        text: 'Connect an account of a drive, a wiki or another service. Its files are ingested and kept in sync.',
      }}
      create={
        <Link to="/n/$namespaceId/connections/new" params={{ namespaceId }} className="button button-primary">
          <Icon name="plus" /> Connect
        </Link>
      }
    />
  );
}

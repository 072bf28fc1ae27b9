import type { Connector } from '@docfleet/sdk';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { connectorNames } from './connectors.ts';

const pageSize = 100;

/** The newest runs that read connections, or those of one connector; `isAll` when there are no others. */
export const connectionRunsQuery = (namespaceId: string, tenantId: string, connector?: Connector) =>
  queryOptions({
    queryKey: ['runs', 'connections', namespaceId, tenantId, connector],
    async queryFn({ signal }) {
      const ingestionSources = connector ? [connector] : connectorNames;
      const { ingestJobRuns, hasNextPage } = await api.runs.list(
        { namespaceId, ingestionSources, pagination: { pageSize } },
        { signal },
      );
      return { runs: ingestJobRuns, isAll: !hasNextPage };
    },
  });

import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { connectorNames } from './connectors.ts';

const pageSize = 100;

/** The newest runs of one connection, or of all of them; `isAll` when there are no others. */
export const connectionRunsQuery = (namespaceId: string, tenantId: string, connectionId?: string) =>
  queryOptions({
    queryKey: ['runs', 'connections', namespaceId, tenantId, connectionId],
    async queryFn({ signal }) {
      const filter =
        connectionId === undefined ? { ingestionSources: connectorNames } : { connectionIds: [connectionId] };
      const { ingestJobRuns, hasNextPage } = await api.runs.list(
        { namespaceId, ...filter, pagination: { pageSize } },
        { signal },
      );
      return { runs: ingestJobRuns, isAll: !hasNextPage };
    },
  });

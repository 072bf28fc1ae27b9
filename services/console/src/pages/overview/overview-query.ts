import type { Output } from '@docfleet/sdk';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

const refreshMs = 5_000;

/** How a namespace is doing. */
export type Overview = Output<'GET /v1/namespaces/{namespaceId}/overview'>;

/** The overview of a namespace, refetched periodically; `tenantId` selects the documents. */
export const overviewQuery = (namespaceId: string, tenantId: string, hours: number) =>
  queryOptions({
    queryKey: ['overview', namespaceId, tenantId, hours],
    queryFn: ({ signal }) => api.namespaces.overview({ namespaceId, hours }, { signal }),
    refetchInterval: refreshMs,
  });

import type { Output } from '@docfleet/sdk';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

const refreshMs = 5_000;

/** How a namespace is doing. */
export type Overview = Output<'GET /v1/namespaces/{namespaceId}/overview'>;

/** How a namespace is doing, asked for again and again; `tenantId` is whose documents count. */
export const overviewQuery = (namespaceId: string, tenantId: string, hours: number) =>
  queryOptions({
    queryKey: ['overview', namespaceId, tenantId, hours],
    queryFn: ({ signal }) => api.namespaces.overview({ namespaceId, hours }, { signal }),
    refetchInterval: refreshMs,
  });

import { DocfleetError, type Output } from '@docfleet/sdk';
import { QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';

/** Loads the namespaces of the organization. */
export const namespacesQuery = queryOptions({
  queryKey: ['namespaces'],
  queryFn: async ({ signal }) => (await api.namespaces.list({}, { signal })).namespaces,
});

/** Loads a namespace of the organization with its settings. */
export const namespaceQuery = (namespaceId: string) =>
  queryOptions({
    queryKey: [...namespacesQuery.queryKey, namespaceId],
    queryFn: async ({ signal }) => (await api.namespaces.get({ namespaceId }, { signal })).namespace,
  });

/** Loads the newest API keys of the organization, from which keys that are known by their ids get their names. */
export const newestKeysQuery = queryOptions({
  queryKey: ['api-keys', 'newest'],
  queryFn: async ({ signal }) => (await api.apiKeys.list({ pageSize: 100 }, { signal })).apiKeys,
});

/** Interval at which a request without a response is repeated after the SDK's own retries; the banner shows the loss. */
const retryAfterMs = 5_000;

const isLost = (error: unknown) =>
  error instanceof DocfleetError && (error.code === 'CONNECTION_FAILED' || error.code === 'TIMEOUT');

/** Cache of all responses of the API. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      // By default only properties that were read notify. A page's content is rendered after its title: on a slow device the data may
      // arrive before anything has read them, and would never be shown.
      notifyOnChangeProps: 'all',
      staleTime: 5_000,
      retry: (_count, error) => isLost(error),
      retryDelay: retryAfterMs,
    },
    mutations: { networkMode: 'always' },
  },
});

const refreshMs = 5_000;

/** Counts of documents by state and stage, errors and throughput of a namespace. */
export type Overview = Output<'GET /v1/namespaces/{namespaceId}/overview'>;

/** Loads the overview of a namespace over the last `hours`, every five seconds; `tenantId` selects the documents. */
export const overviewQuery = (namespaceId: string, tenantId: string, hours: number) =>
  queryOptions({
    queryKey: ['overview', namespaceId, tenantId, hours],
    queryFn: ({ signal }) => api.namespaces.overview({ namespaceId, hours }, { signal }),
    refetchInterval: refreshMs,
  });

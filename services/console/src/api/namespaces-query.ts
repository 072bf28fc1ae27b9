import { queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';

/** The namespaces of the organisation. */
export const namespacesQuery = queryOptions({
  queryKey: ['namespaces'],
  queryFn: async ({ signal }) => (await api.namespaces.list({}, { signal })).namespaces,
});

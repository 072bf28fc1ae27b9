import { queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';

/** The newest keys of the organisation: whoever names a key by its id can be told what it is called. */
export const newestKeysQuery = queryOptions({
  queryKey: ['api-keys', 'newest'],
  queryFn: async ({ signal }) => (await api.apiKeys.list({ pageSize: 100 }, { signal })).apiKeys,
});

import { queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';

/** The newest API keys of the organisation, to show the names of keys that are known by their ids. */
export const newestKeysQuery = queryOptions({
  queryKey: ['api-keys', 'newest'],
  queryFn: async ({ signal }) => (await api.apiKeys.list({ pageSize: 100 }, { signal })).apiKeys,
});

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** How many documents are fetched by their ids at once. */
export const mostById = 100;

/** The documents with these ids; a change of `version` causes a refetch. */
export const documentsByIdQuery = (namespaceId: string, ids: readonly string[], version = '') =>
  queryOptions({
    queryKey: ['documents', namespaceId, 'by-id', ids.slice(0, mostById), version],
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const filterConfig = { documentIds: ids.slice(0, mostById) };
      const pagination = { pageSize: mostById };
      const { documents } = await api.documents.list({ namespaceId, filterConfig, pagination }, { signal });
      return documents ?? [];
    },
  });

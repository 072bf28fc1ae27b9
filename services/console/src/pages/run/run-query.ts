import { hasRunEnded, type IngestJobRun } from '@docfleet/sdk';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** Maximum number of documents that are loaded by their ids at once. */
export const maxDocumentIds = 100;

/** Loads the documents with the first 100 of these ids, again whenever `version` changes. */
export const documentsByIdQuery = (namespaceId: string, ids: readonly string[], version = '') =>
  queryOptions({
    queryKey: ['documents', namespaceId, 'by-id', ids.slice(0, maxDocumentIds), version],
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const filterConfig = { documentIds: ids.slice(0, maxDocumentIds) };
      const pagination = { pageSize: maxDocumentIds };
      const { documents } = await api.documents.list({ namespaceId, filterConfig, pagination }, { signal });
      return documents ?? [];
    },
  });

/** Interval of polling. Events report the changes in between, but not the documents. */
const followMs = 4_000;

/** Loads a run with its documents, repeatedly until it has ended. */
export const runQuery = (namespaceId: string, ingestJobRunId: string, tenantId: string) =>
  queryOptions({
    queryKey: ['runs', namespaceId, tenantId, 'one', ingestJobRunId],
    queryFn: ({ signal }) => api.runs.get({ namespaceId, ingestJobRunId }, { signal }),
    refetchInterval: ({ state }) => (state.data && hasRunEnded(state.data) ? false : followMs),
  });

/** Loads the request of a run; null for a run that does not exist. */
export const runRequestQuery = (namespaceId: string, ingestJobRunId: string, tenantId: string) =>
  queryOptions({
    queryKey: ['run-request', namespaceId, tenantId, ingestJobRunId],
    staleTime: Number.POSITIVE_INFINITY,
    async queryFn({ signal }): Promise<IngestJobRun | null> {
      const { ingestJobRuns } = await api.runs.list(
        { namespaceId, ingestJobRunIds: [ingestJobRunId] },
        { signal },
      );
      return ingestJobRuns[0] ?? null;
    },
  });

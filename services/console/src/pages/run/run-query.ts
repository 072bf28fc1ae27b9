import { hasRunEnded, type IngestJobRun } from '@docfleet/sdk';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** What changes in between is told by events; they leave out which documents they are. */
const followMs = 4_000;

/** A run with its documents, asked for again until it has ended. */
export const runQuery = (namespaceId: string, ingestJobRunId: string, tenantId: string) =>
  queryOptions({
    queryKey: ['runs', namespaceId, tenantId, 'one', ingestJobRunId],
    queryFn: ({ signal }) => api.runs.get({ namespaceId, ingestJobRunId }, { signal }),
    refetchInterval: ({ state }) => (state.data && hasRunEnded(state.data) ? false : followMs),
  });

/** What a run was asked to do; null for one that there is not. */
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

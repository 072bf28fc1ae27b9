import { hasRunEnded, type IngestJobRunDocuments, type IngestJobRunProgress } from '@docfleet/sdk';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../api/client.ts';
import { runQuery } from './run-query.ts';

/** Delay before the event stream is reopened: it ends after some minutes, and when the connection is lost. */
const reopenMs = 2_000;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Place {
  readonly namespaceId: string;
  readonly ingestJobRunId: string;
}

/** Follows a run until it has ended or the page is closed. */
async function follow(
  place: Place,
  onProgress: (progress: IngestJobRunProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const progress of api.runs.events(place, { signal })) {
        onProgress(progress);
        if (hasRunEnded(progress)) return;
      }
    } catch {
      // The query that runs beside the stream reports errors.
    }
    await wait(reopenMs);
  }
}

/** Loads a run with live progress: its counts from events, its documents by polling and once at the end. */
export function useRun(
  namespaceId: string,
  ingestJobRunId: string,
  tenantId: string,
): UseQueryResult<IngestJobRunDocuments> {
  const queries = useQueryClient();
  const query = useQuery(runQuery(namespaceId, ingestJobRunId, tenantId));
  const isOpen = query.data !== undefined && !hasRunEnded(query.data);
  useEffect(() => {
    if (!isOpen) return;
    const { queryKey } = runQuery(namespaceId, ingestJobRunId, tenantId);
    const looking = new AbortController();
    function show({ status, errorMessage, documentCounts, updatedAt }: IngestJobRunProgress) {
      if (hasRunEnded({ status })) void queries.invalidateQueries({ queryKey });
      else
        queries.setQueryData(
          queryKey,
          (run) => run && { ...run, status, errorMessage, documentCounts, updatedAt },
        );
    }
    void follow({ namespaceId, ingestJobRunId }, show, looking.signal);
    return () => looking.abort();
  }, [queries, namespaceId, ingestJobRunId, tenantId, isOpen]);
  return query;
}

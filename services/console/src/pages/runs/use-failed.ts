import { hasRunEnded, type IngestJobRun } from '@docfleet/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { tenant } from '../../api/tenant.ts';
import { useStore } from '../../store.ts';

/** Maximum number of ids in one filter of the API. */
const maxRuns = 1_000;
const maxCounted = 1_000;

/** Numbers of failed documents by the ids of their runs; `isAll` is false if there are more than are counted. */
export interface Failed {
  readonly byRun: ReadonlyMap<string, number>;
  readonly isAll: boolean;
}

const none: Failed = { byRun: new Map(), isAll: true };

/** Counts the failed documents of the runs that have ended, without those that have been ingested again since. */
export function useFailed(namespaceId: string, runs: readonly IngestJobRun[]): Failed {
  const tenantId = useStore(tenant);
  const ended = runs.filter(hasRunEnded).map(({ id }) => id);
  const { data = none } = useQuery({
    queryKey: ['documents', namespaceId, tenantId, 'failed', ended],
    enabled: ended.length > 0,
    placeholderData: keepPreviousData,
    async queryFn({ signal }): Promise<Failed> {
      const byRun = new Map<string, number>();
      let counted = 0;
      const filterConfig = {
        documentIngestJobRunIds: ended.slice(0, maxRuns),
        documentIngestionStatuses: ['FAILED'],
      };
      const pagination = { pageSize: 100 };
      for await (const { ingestJobRun } of api.documents.list(
        { namespaceId, filterConfig, pagination },
        { signal },
      )) {
        if (counted === maxCounted) return { byRun, isAll: false };
        counted += 1;
        byRun.set(ingestJobRun.id, (byRun.get(ingestJobRun.id) ?? 0) + 1);
      }
      return { byRun, isAll: ended.length <= maxRuns };
    },
  });
  return data;
}

import type { IngestJobRun, IngestJobRunDocuments } from '@docfleet/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { ingestSource, isReadable } from '../../api/ingest-source.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { describeProblem } from '../../parts/describe-problem.ts';
import { formatCount, formatNumber } from '../../parts/format.ts';
import { showToast } from '../../parts/toasts.tsx';
import { useSubmission } from '../../use-submission.ts';

/** Returns whether a request had headers. The service does not return their values, so that the console cannot repeat it. */
const hasHiddenHeaders = ({ scrapeOptions }: IngestJobRun['ingestConfig']['config']) =>
  typeof scrapeOptions === 'object' && scrapeOptions !== null && 'headers' in scrapeOptions;

/** Returns the request that repeats a run; undefined if the console cannot repeat it. */
function againOf({
  ingestConfig,
  syncFrequency,
  namespace,
}: IngestJobRun): (() => Promise<{ readonly ingestJobRunId: string }>) | undefined {
  const { source, config } = ingestConfig;
  if (!isReadable(source) || hasHiddenHeaders(config)) return undefined;
  const namespaceId = namespace.identifier;
  return () => ingestSource({ namespaceId, ingestConfig: { ...ingestConfig, source }, syncFrequency });
}

interface ActionProps {
  readonly namespaceId: string;
  readonly run: IngestJobRunDocuments;
}

/** Button that cancels the documents of a run that have not ended. */
export function Cancel({ namespaceId, run }: ActionProps) {
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const { mutate, isPending, error } = useSubmission({
    mutationFn: () => api.runs.cancel({ namespaceId, ingestJobRunId: run.id }),
    async onSuccess({ itemsCancelled }) {
      setOpen(false);
      showToast({ tone: 'good', text: `${formatCount(itemsCancelled, 'document')} cancelled` });
      await queries.invalidateQueries({ queryKey: ['runs', namespaceId] });
    },
  });
  return (
    <>
      <Button onPress={() => setOpen(true)}>Cancel run</Button>
      <Confirm
        title="Cancel this run?"
        action="Cancel run"
        dismissal="Keep running"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={() => mutate()}
        isPending={isPending}
        error={error}
      >
        Finished documents remain, all others are cancelled.
      </Confirm>
    </>
  );
}

/** Button that reads the source of a run again, in a new run. */
export function IngestAgain({ request }: { readonly request: IngestJobRun }) {
  const navigate = useNavigate();
  const again = againOf(request);
  const { mutate, isPending } = useSubmission({
    mutationFn: async () => await again?.(),
    onSuccess(accepted) {
      const params = { namespaceId: request.namespace.identifier, runId: accepted?.ingestJobRunId ?? '' };
      void navigate({ to: '/n/$namespaceId/runs/$runId', params });
    },
    onError: (error) => showToast({ tone: 'bad', text: describeProblem(error).title }),
  });
  return (
    again && (
      <Button isPending={isPending} onPress={() => mutate()}>
        Ingest again
      </Button>
    )
  );
}

/** Button that reads the failed documents again from their source. */
export function ReadFailedAgain({ namespaceId, run }: ActionProps) {
  const { mutate, isPending } = useSubmission({
    mutationFn: () =>
      api.documents.resync({
        namespaceId,
        filterConfig: { documentIds: run.documents.failed.map(({ id }) => id) },
      }),
    onSuccess: ({ itemsQueued, itemsSkipped }) =>
      showToast({
        tone: itemsQueued > 0 ? 'good' : 'bad',
        text: `${formatCount(itemsQueued, 'document')} will be ingested again, ${formatNumber(itemsSkipped)} without a source`,
      }),
    onError: (error) => showToast({ tone: 'bad', text: describeProblem(error).title }),
  });
  return (
    <Button isPending={isPending} onPress={() => mutate()}>
      Retry failed documents
    </Button>
  );
}

import type { IngestJobRun, IngestJobRunDocuments } from '@docfleet/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { ingestSource, isReadable } from '../../api/ingest-source.ts';
import { Action } from '../../parts/action.tsx';
import { Button } from '../../parts/button.tsx';
import { formatCount, formatNumber } from '../../parts/format.ts';
import { Note } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useSubmission } from '../../use-submission.ts';

interface Props {
  readonly namespaceId: string;
  readonly run: IngestJobRunDocuments;
}

/** Question whether to delete the documents that a sync no longer found. Stopping the run keeps all of them. */
export function ConfirmDeletion({ namespaceId, run: { id, items } }: Props) {
  const queries = useQueryClient();
  const { mutate, isPending, error } = useSubmission({
    mutationFn: () => api.runs.confirm({ ingestJobRunId: id, namespaceId }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['runs'] }),
  });
  const deletion = items?.deletion;
  if (!deletion) return null;
  const { missing, documents, examples } = deletion;
  return (
    <Note
      tone="warn"
      title={`Not found again: ${formatNumber(missing)} of ${formatCount(documents, 'document')}`}
    >
      <p>
        Nothing is deleted until you confirm it. Cancel the run to keep them, for example when the source was
        down, or was read with another account. Among them are:
      </p>
      <ul className="stack small">
        {examples.map(({ externalId, name }) => (
          <li key={externalId}>{name ?? externalId}</li>
        ))}
      </ul>
      <Button look="danger" isPending={isPending} onPress={() => mutate()}>
        Delete {formatCount(missing, 'document')}
      </Button>
      {error && <Problem error={error} />}
    </Note>
  );
}

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
export const Cancel = ({ namespaceId, run }: ActionProps) => (
  <Action
    label="Cancel run"
    run={() => api.runs.cancel({ namespaceId, ingestJobRunId: run.id })}
    done={({ itemsCancelled }) => `${formatCount(itemsCancelled, 'document')} cancelled`}
    ask={{
      title: 'Cancel this run?',
      dismissal: 'Keep running',
      text: 'Finished documents remain, all others are cancelled.',
    }}
  />
);

/** Button that reads the source of a run again, in a new run. */
export function IngestAgain({ request }: { readonly request: IngestJobRun }) {
  const navigate = useNavigate();
  const again = againOf(request);
  const { identifier: namespaceId } = request.namespace;
  return (
    again && (
      <Action
        label="Ingest again"
        run={again}
        onDone={({ ingestJobRunId: runId }) =>
          navigate({ to: '/n/$namespaceId/runs/$runId', params: { namespaceId, runId } })
        }
      />
    )
  );
}

/** Button that reads the failed documents again from their source. */
export const ReadFailedAgain = ({ namespaceId, run }: ActionProps) => (
  <Action
    label="Retry failed documents"
    run={() =>
      api.documents.resync({
        namespaceId,
        filterConfig: { documentIds: run.documents.failed.map(({ id }) => id) },
      })
    }
    done={({ itemsQueued, itemsSkipped }) => {
      const text = `${formatCount(itemsQueued, 'document')} will be ingested again, ${formatNumber(itemsSkipped)} without a source`;
      return itemsQueued > 0 ? text : { tone: 'bad', text };
    }}
  />
);

import type { IngestJobRunDocuments } from '@docfleet/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { formatNumber } from '../../parts/format.ts';
import { Note } from '../../parts/note.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useSubmission } from '../../use-submission.ts';

interface Props {
  readonly namespaceId: string;
  readonly run: IngestJobRunDocuments;
}

/** Asks whether what a sync no longer found is to be deleted. Stopping the run keeps everything. */
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
      title={`${formatNumber(missing)} of ${formatNumber(documents)} documents were not found again`}
    >
      <p>
        Nothing is deleted until you confirm it. Cancel the run to keep them, for example after a consent for
        another account.
      </p>
      <ul>
        {examples.map(({ externalId, name }) => (
          <li key={externalId}>{name ?? externalId}</li>
        ))}
      </ul>
      <Button look="danger" isPending={isPending} onPress={() => mutate()}>
        Delete {formatNumber(missing)} documents
      </Button>
      {error && <Problem error={error} />}
    </Note>
  );
}

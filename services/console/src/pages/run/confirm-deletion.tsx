import type { IngestJobRunDocuments } from '@docfleet/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { formatCount, formatNumber } from '../../parts/format.ts';
import { Note } from '../../parts/note.tsx';
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

import type { Input } from '@docfleet/sdk';
import { api } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { Note } from '../../parts/note.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useSubmission } from '../../use-submission.ts';
import { VendorProblem } from './vendor-problem.tsx';

type Outcome = Awaited<ReturnType<typeof api.connections.check>>;

function Result({ label, outcome }: { readonly label: string; readonly outcome: Outcome }) {
  const { account, items, problem } = outcome;
  if (problem) return <VendorProblem label={label} problem={problem} />;
  if (account === null)
    return (
      <Note tone="good" title={`${label} knows this application`}>
        Redirect URI and permissions show when a user consents.
      </Note>
    );
  return (
    <Note tone="good" title={`${label} answers for ${account}`}>
      {items.length > 0
        ? `The first items: ${items.join(', ')}.`
        : 'The first page of its listing names no items; a sync reads on.'}
    </Note>
  );
}

interface TrialProps {
  readonly label: string;
  /** Connection or OAuth client to test. */
  readonly order: Input<'POST /v1/connections/check'>;
  readonly text: string;
}

/** Button that tests a connection or an OAuth client at its vendor, and shows the result with the vendor's message. */
export function Trial({ label, order, text }: TrialProps) {
  const { mutate, data, isPending, error } = useSubmission({
    mutationFn: () => api.connections.check(order),
  });
  return (
    <div className="stack" aria-live="polite">
      <div>
        <Button isPending={isPending} onPress={() => mutate()}>
          {text}
        </Button>
      </div>
      {error && !isPending && <Problem error={error} />}
      {data && !isPending && <Result label={label} outcome={data} />}
    </div>
  );
}

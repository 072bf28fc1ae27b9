import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { api, type Overview } from '../../api/client.ts';
import { noteFirstSteps, readFirstSteps, type FirstSteps as State } from '../../first-steps.ts';
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Card } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { SearchSnippets } from '../search/copy-as.tsx';
import './overview.css';
import { useSubmission } from '../../use-submission.ts';

const question = 'Where can guests park?';

const sample = {
  name: 'sample-office-guide.md',
  text: `# Office guide

## Visitors

Visitors sign in at the front desk and wear a badge. Guests park for free on level two of the garage; the barrier opens for
registered license plates.

## Working hours

The office is open from 7 a.m. to 8 p.m. on weekdays. Everyone has thirty days of leave a year.

## Equipment

Laptops are replaced every three years. Report a lost laptop to the help desk within one hour, by phone.
`,
};

/** Returns the mutation that ingests the sample document. */
function useSample(namespaceId: string) {
  const queries = useQueryClient();
  return useSubmission({
    mutationFn: () => api.ingest.text({ namespaceId, ingestConfig: { source: 'TEXT', config: sample } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['overview', namespaceId] }),
  });
}

/** Returns whether the namespace contains the sample document; not loaded while there are no documents. */
const useHasSample = (namespaceId: string, hasDocuments: boolean) =>
  useQuery({
    queryKey: ['documents', namespaceId, 'sample'],
    enabled: hasDocuments,
    async queryFn({ signal }) {
      const request = { namespaceId, filterConfig: { name: sample.name }, pagination: { pageSize: 1 } };
      return ((await api.documents.list(request, { signal })).documents ?? []).length > 0;
    },
  });

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly state: 'done' | 'current' | 'later';
  readonly children: ReactNode;
}

const Step = ({ number, title, state, children }: StepProps) => (
  <li className={`step step-${state}`} aria-current={state === 'current' ? 'step' : undefined}>
    <span className="step-number" aria-hidden="true">
      {state === 'done' ? <Icon name="check" /> : number}
    </span>
    <div className="step-content">
      <h3>
        {title} {state === 'done' && <span className="hidden">(done)</span>}
      </h3>
      {state === 'current' && children}
    </div>
  </li>
);

const countOf = ({ documents }: Overview, isCounted: (status: string) => boolean) =>
  documents.reduce((sum, { status, count }) => sum + (isCounted(status) ? count : 0), 0);

const ended = ['SUCCESS', 'FAILED', 'CANCELLED'];

function AddDocuments({ namespaceId, overview }: FirstStepsProps) {
  const { mutate, isPending, isSuccess, error } = useSample(namespaceId);
  const isWorking = isSuccess || countOf(overview, (status) => !ended.includes(status)) > 0;
  if (isWorking) return <p role="status">Your documents are being processed. This takes a few seconds.</p>;
  return (
    <>
      <p className="soft">Upload files, paste a text or read a website. Or try it with a sample document.</p>
      {error && <Problem error={error} />}
      <div className="row">
        <Link to="/n/$namespaceId/ingest" params={{ namespaceId }} className="button button-primary">
          <Icon name="ingest" /> Add documents
        </Link>
        <Button isPending={isPending} onPress={() => mutate()}>
          Add the sample document
        </Button>
      </div>
    </>
  );
}

/** Step that searches the documents; with the sample document, by a question that it answers. */
const SearchThem = ({
  namespaceId,
  hasSample,
}: {
  readonly namespaceId: string;
  readonly hasSample: boolean;
}) => (
  <div className="row">
    {hasSample && (
      <Link
        to="/n/$namespaceId/search"
        params={{ namespaceId }}
        search={{ q: question }}
        className="button button-primary"
      >
        <Icon name="search" /> {question}
      </Link>
    )}
    <Link
      to="/n/$namespaceId/search"
      params={{ namespaceId }}
      className={`button ${hasSample ? 'button-plain' : 'button-primary'}`}
    >
      {hasSample ? 'Another question' : 'Search your documents'}
    </Link>
  </div>
);

interface FirstStepsProps {
  readonly namespaceId: string;
  readonly overview: Overview;
}

/** Returns the progress of the first steps, which are shown from an empty namespace on until they are closed. */
export function useFirstSteps(namespaceId: string, overview: Overview) {
  const [state, setState] = useState<State | undefined>(() => readFirstSteps(namespaceId));
  const isEmpty = countOf(overview, () => true) === 0;
  useEffect(() => {
    if (!isEmpty) return;
    noteFirstSteps(namespaceId, 'STARTED');
    setState(readFirstSteps(namespaceId));
  }, [namespaceId, isEmpty]);
  function close() {
    noteFirstSteps(namespaceId, 'CLOSED');
    setState('CLOSED');
  }
  return { state, isShown: isEmpty || state === 'STARTED' || state === 'SEARCHED', close };
}

interface FirstStepsCardProps extends FirstStepsProps {
  readonly state: State | undefined;
  readonly onClose: () => void;
}

/** Card with the steps from an empty namespace to a search from the user's own program. */
export function FirstSteps({ namespaceId, overview, state, onClose }: FirstStepsCardProps) {
  const hasDocuments = countOf(overview, (status) => status === 'SUCCESS') > 0;
  const { data: hasSample = false } = useHasSample(namespaceId, hasDocuments);
  const hasSearched = hasDocuments && state === 'SEARCHED';
  const current = hasSearched ? 3 : hasDocuments ? 2 : 1;
  const stateOf = (number: number) => (number < current ? 'done' : number === current ? 'current' : 'later');
  return (
    <Card
      title="Get started"
      actions={
        hasDocuments && (
          <Button look="quiet" onPress={onClose}>
            {hasSearched ? 'Done' : 'Skip'}
          </Button>
        )
      }
    >
      <ol className="steps">
        <Step number={1} title="Add documents" state={stateOf(1)}>
          <AddDocuments namespaceId={namespaceId} overview={overview} />
        </Step>
        <Step number={2} title="Search them" state={stateOf(2)}>
          <p className="soft">Ask a question in your own words.</p>
          <SearchThem namespaceId={namespaceId} hasSample={hasSample} />
        </Step>
        <Step number={3} title="Search from your own program" state={stateOf(3)}>
          <SearchSnippets namespaceId={namespaceId} query={hasSample ? question : 'Your question'} />
          <p className="soft small">
            <Link to="/api-keys">Create an API key</Link> with the scope read for it. The{' '}
            <a href="/docs">API reference</a> lists everything else.
          </p>
        </Step>
      </ol>
    </Card>
  );
}

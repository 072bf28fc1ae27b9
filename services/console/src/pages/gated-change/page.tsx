import type { GatedChange } from '@docfleet/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { tenant } from '../../api/tenant.ts';
import { Button } from '../../parts/button.tsx';
import { DetailTitle, Terms } from '../../parts/detail.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Note } from '../../parts/note.tsx';
import { Card, Page as PageFrame } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Progress } from '../../parts/progress.tsx';
import { useStore } from '../../store.ts';
import { useNamespaceId } from '../../use-namespace.ts';
import { useSubmission } from '../../use-submission.ts';
import { Comparison } from '../evaluation/comparison.tsx';
import { evaluationQuery, gatedChangeQuery, isTried } from '../evaluations/evaluation-queries.ts';
import { changedOf } from '../evaluations/gated-change-table.tsx';

interface ChangeProps {
  readonly namespaceId: string;
  readonly change: GatedChange;
}

interface OneEvaluationProps {
  readonly namespaceId: string;
  readonly evaluationId: string;
  readonly label: string;
}

/** How far one of the two evaluations is. */
function EvaluationProgress({ namespaceId, evaluationId, label }: OneEvaluationProps) {
  const { data } = useQuery(evaluationQuery(namespaceId, useStore(tenant), evaluationId));
  if (!data) return null;
  const { searchedCount, questionCount } = data;
  return (
    <Progress
      label={label}
      parts={[
        { key: 'done', label: 'searched', value: searchedCount, tone: 'good' },
        { key: 'open', label: 'to be searched', value: questionCount - searchedCount, tone: 'idle' },
      ]}
    />
  );
}

/** What a change that is tried is doing, and the button to cancel it. */
function UnderWay({ namespaceId, change }: ChangeProps) {
  const client = useQueryClient();
  const { id: gatedChangeId, status, baselineId, candidateId } = change;
  const cancel = useSubmission({
    mutationFn: () => api.gatedChanges.cancel({ namespaceId, gatedChangeId }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['gated-change', namespaceId] }),
  });
  return (
    <Card title="Progress">
      <p>
        {status === 'BUILDING'
          ? 'The change is built beside the current configuration. Searches do not see it.'
          : 'The golden set is evaluated as the namespace is, and as it would be.'}
      </p>
      {baselineId !== null && (
        <EvaluationProgress namespaceId={namespaceId} evaluationId={baselineId} label="As it is" />
      )}
      {candidateId !== null && (
        <EvaluationProgress namespaceId={namespaceId} evaluationId={candidateId} label="As it would be" />
      )}
      <div>
        <Button isPending={cancel.isPending} onPress={() => cancel.mutate()}>
          Cancel the change
        </Button>
      </div>
      {cancel.error && <Problem error={cancel.error} />}
    </Card>
  );
}

/** The decision on a change that was evaluated. */
function Decision({ namespaceId, change: { id: gatedChangeId } }: ChangeProps) {
  const client = useQueryClient();
  const decide = useSubmission({
    mutationFn: (isAccepted: boolean) => api.gatedChanges.decide({ namespaceId, gatedChangeId, isAccepted }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['gated-change', namespaceId] }),
  });
  return (
    <Card title="Your decision">
      <p>The change was evaluated. Until it is accepted, searches do not see it.</p>
      <div className="row">
        <Button look="primary" isPending={decide.isPending} onPress={() => decide.mutate(true)}>
          Accept
        </Button>
        <Button isPending={decide.isPending} onPress={() => decide.mutate(false)}>
          Refuse
        </Button>
      </div>
      {decide.error && <Problem error={decide.error} />}
    </Card>
  );
}

/** What became of a change. */
function Outcome({ namespaceId, change: { status, error, ingestJobRunId } }: ChangeProps) {
  if (status === 'APPLIED')
    return (
      <Card title="Applied">
        <p>
          The namespace has the new configuration.{' '}
          {ingestJobRunId !== null && (
            <>
              The vectors that were built are taken over by{' '}
              <Link to="/n/$namespaceId/runs/$runId" params={{ namespaceId, runId: ingestJobRunId }}>
                this run
              </Link>
              .
            </>
          )}
        </p>
      </Card>
    );
  if (status === 'REFUSED')
    return (
      <Note tone="warn" title={error === null ? 'Refused' : 'Refused: the golden set would get worse'}>
        {error} No search has seen the change, and what was built is removed.
      </Note>
    );
  if (status === 'FAILED')
    return (
      <Note tone="bad" title="The change failed">
        {error}
      </Note>
    );
  return null;
}

function Content({ namespaceId, change }: ChangeProps) {
  const tenantId = useStore(tenant);
  const { goldenSetId, baselineId, candidateId, status } = change;
  const isCompared = baselineId !== null && candidateId !== null && !isTried(change);
  return (
    <>
      <Outcome namespaceId={namespaceId} change={change} />
      {status === 'DECIDING' && <Decision namespaceId={namespaceId} change={change} />}
      {isTried(change) && <UnderWay namespaceId={namespaceId} change={change} />}
      <Card>
        <Terms
          terms={{
            Changes: changedOf(change),
            'Must not get worse': (
              <Link to="/n/$namespaceId/golden-sets/$goldenSetId" params={{ namespaceId, goldenSetId }}>
                Golden set
              </Link>
            ),
          }}
        />
      </Card>
      {isCompared && (status === 'APPLIED' || status === 'REFUSED' || status === 'DECIDING') && (
        <Card title="Before and after">
          <Comparison
            namespaceId={namespaceId}
            tenantId={tenantId}
            baselineId={baselineId}
            evaluationId={candidateId}
          />
        </Card>
      )}
    </>
  );
}

/** One gated change: its progress, what became of it, and the questions that it changes. */
export function Page() {
  const namespaceId = useNamespaceId();
  const { gatedChangeId = '' } = useParams({ strict: false });
  const query = useQuery(gatedChangeQuery(namespaceId, useStore(tenant), gatedChangeId));
  const back = (
    <Link to="/n/$namespaceId/evaluations" params={{ namespaceId }} aria-label="All evaluations">
      <Icon name="back" />
    </Link>
  );
  return (
    <PageFrame
      title={<DetailTitle back={back} name="Gated change" state={query.data?.status} />}
      tab="Gated change"
    >
      <Loaded query={query}>{(change) => <Content namespaceId={namespaceId} change={change} />}</Loaded>
    </PageFrame>
  );
}

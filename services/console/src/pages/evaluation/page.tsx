import type { ChangedQuestion, Evaluation, EvaluationComparison } from '@docfleet/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { tenant } from '../../api/tenant.ts';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { DetailTitle, Terms } from '../../parts/detail.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Note } from '../../parts/note.tsx';
import { Card, Page as PageFrame } from '../../parts/page.tsx';
import { Progress } from '../../parts/progress.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { formatMoment } from '../../parts/time-ago.tsx';
import { useStore } from '../../store.ts';
import { useNamespaceId } from '../../use-namespace.ts';
import { useSearchText } from '../../use-search-text.ts';
import { useSubmission } from '../../use-submission.ts';
import {
  comparisonQuery,
  evaluationQuery,
  evaluationsQuery,
  isOpen,
} from '../evaluations/evaluation-queries.ts';
import { searchOf } from '../evaluations/evaluation-table.tsx';
import { Differences, Metrics } from './metrics.tsx';

const keyOf = ({ questionId }: ChangedQuestion) => questionId;

const columns: readonly Column<ChangedQuestion>[] = [
  { key: 'question', header: 'Question', cell: ({ question }) => question },
  {
    key: 'before',
    header: 'Before',
    width: '5rem',
    align: 'end',
    cell: ({ baseline }) => baseline.ndcg.toFixed(2),
  },
  {
    key: 'after',
    header: 'After',
    width: '5rem',
    align: 'end',
    cell: ({ candidate }) => candidate.ndcg.toFixed(2),
  },
];

const labels: Readonly<Record<string, string>> = {
  search: 'Search',
  embeddingModel: 'Embedding model',
  contextModel: 'Context model',
  chunkSizes: 'Chunk sizes',
  rerankModel: 'Reranker',
};

const configurationOf = (evaluation: Evaluation): Readonly<Record<string, string>> => ({
  search: searchOf(evaluation),
  embeddingModel: Object.values(evaluation.embeddingModel ?? {}).join(' '),
  ...evaluation.configuration,
});

/** Settings in which two evaluations differ, with both values; nothing if they are equal. */
function Configurations(pair: Pick<EvaluationComparison, 'baseline' | 'candidate'>) {
  const [before, after] = [configurationOf(pair.baseline), configurationOf(pair.candidate)];
  const changed = Object.entries(labels).filter(([name]) => before[name] !== after[name]);
  if (changed.length === 0) return null;
  return (
    <Terms
      terms={Object.fromEntries(
        changed.map(([name, label]) => [label, `${before[name] || 'none'} → ${after[name] || 'none'}`]),
      )}
    />
  );
}

interface ComparisonProps {
  readonly namespaceId: string;
  readonly tenantId: string;
  readonly evaluationId: string;
  readonly baselineId: string;
}

/** Comparison of two evaluations, with the questions whose result changed, the worst first. */
function Comparison({ namespaceId, tenantId, ...pair }: ComparisonProps) {
  const query = useQuery(comparisonQuery(namespaceId, tenantId, pair));
  return (
    <Loaded query={query}>
      {({ baseline, candidate, differences, answers, isWorse, compared, improved, worsened, changed }) => (
        <>
          {isWorse && (
            <Note tone="warn" title="Worse than before">
              The whole interval of the change in nDCG@10 lies below 0: chance does not explain it.
            </Note>
          )}
          <p>{`${improved} of ${compared} questions improved, ${worsened} got worse.`}</p>
          <Configurations baseline={baseline} candidate={candidate} />
          {differences && <Differences differences={differences} answers={answers} />}
          {changed.length > 0 && (
            <Table label="Changed questions" rows={changed} columns={columns} keyOf={keyOf} />
          )}
        </>
      )}
    </Loaded>
  );
}

/** Progress of an evaluation, with the button that cancels it. */
function UnderWay({
  namespaceId,
  evaluation,
}: {
  readonly namespaceId: string;
  readonly evaluation: Evaluation;
}) {
  const client = useQueryClient();
  const { id: evaluationId, searchedCount, questionCount } = evaluation;
  const cancel = useSubmission({
    mutationFn: () => api.evaluations.cancel({ namespaceId, evaluationId }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['evaluation', namespaceId] }),
  });
  return (
    <Card title="Progress">
      <Progress
        label="Questions"
        parts={[
          { key: 'done', label: 'searched', value: searchedCount, tone: 'good' },
          { key: 'open', label: 'to be searched', value: questionCount - searchedCount, tone: 'idle' },
        ]}
      />
      <Button isPending={cancel.isPending} onPress={() => cancel.mutate()}>
        Cancel
      </Button>
    </Card>
  );
}

/** Choice of the evaluation to compare with, which is kept in the address, and the comparison. */
function Compare({
  namespaceId,
  evaluation,
}: {
  readonly namespaceId: string;
  readonly evaluation: Evaluation;
}) {
  const tenantId = useStore(tenant);
  const { data = [] } = useQuery(evaluationsQuery(namespaceId, tenantId, evaluation.goldenSetId));
  const [baselineId, choose] = useSearchText('with');
  const others = data.filter(({ id, status }) => id !== evaluation.id && status === 'COMPLETED');
  if (others.length === 0) return null;
  const options = others.map((other) => ({
    value: other.id,
    label: `${formatMoment(other.createdAt.isoString)}, ${searchOf(other)}`,
  }));
  return (
    <Card title="Comparison">
      <Choice label="Compare with" value={baselineId || undefined} options={options} onChange={choose} />
      {baselineId !== '' && (
        <Comparison
          namespaceId={namespaceId}
          tenantId={tenantId}
          baselineId={baselineId}
          evaluationId={evaluation.id}
        />
      )}
    </Card>
  );
}

function Content({
  namespaceId,
  evaluation,
}: {
  readonly namespaceId: string;
  readonly evaluation: Evaluation;
}) {
  const { embeddingModel, configuration, metrics, error, notice, questionCount } = evaluation;
  return (
    <>
      {error !== null && (
        <Note tone="bad" title="The evaluation failed">
          {error}
        </Note>
      )}
      {notice !== null && (
        <Note tone="warn" title="To be known">
          {notice}
        </Note>
      )}
      {isOpen(evaluation) && <UnderWay namespaceId={namespaceId} evaluation={evaluation} />}
      <Card>
        <Terms
          terms={{
            Search: searchOf(evaluation),
            Model: [embeddingModel?.['provider'], embeddingModel?.['model']].filter(Boolean).join(' ') || '–',
            ...(configuration?.['chunkSizes'] && { 'Chunk sizes': configuration['chunkSizes'] }),
            ...(configuration?.['contextModel'] && { 'Context model': configuration['contextModel'] }),
            ...(configuration?.['rerankModel'] && { Reranker: configuration['rerankModel'] }),
            Questions: questionCount,
            ...(metrics && metrics.missingTargets > 0 && { 'Missing documents': metrics.missingTargets }),
          }}
        />
      </Card>
      {metrics && <Metrics metrics={metrics} />}
      {metrics && <Compare namespaceId={namespaceId} evaluation={evaluation} />}
    </>
  );
}

/** Page of one evaluation: progress, metrics, and a comparison with an earlier one. */
export function Page() {
  const namespaceId = useNamespaceId();
  const { evaluationId = '' } = useParams({ strict: false });
  const query = useQuery(evaluationQuery(namespaceId, useStore(tenant), evaluationId));
  const { data: evaluation } = query;
  const back = (
    <Link to="/n/$namespaceId/evaluations" params={{ namespaceId }} aria-label="All evaluations">
      <Icon name="back" />
    </Link>
  );
  return (
    <PageFrame
      title={<DetailTitle back={back} name="Evaluation" state={evaluation?.status} />}
      tab="Evaluation"
    >
      <Loaded query={query}>{(loaded) => <Content namespaceId={namespaceId} evaluation={loaded} />}</Loaded>
    </PageFrame>
  );
}

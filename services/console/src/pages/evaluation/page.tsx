import type { ChangedQuestion, Evaluation, EvaluationComparison } from '@docfleet/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { tenant } from '../../api/console-fetch.ts';
import { Action } from '../../parts/action.tsx';
import { Progress } from '../../parts/chart.tsx';
import { column, formatMoment } from '../../parts/columns.tsx';
import { Choice } from '../../parts/fields.tsx';
import { Back, Card, DetailPage, Loaded, Note, Terms } from '../../parts/page.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { useStore } from '../../store.ts';
import { useNamespaceId } from '../../use-namespace.ts';
import { useSearchText } from '../../use-search-text.ts';
import {
  comparisonQuery,
  evaluationQuery,
  evaluationsQuery,
  isOpen,
  searchOf,
} from '../evaluations/evaluations.tsx';

const names = {
  ndcg: 'nDCG@10',
  recall: 'Recall',
  reciprocalRank: 'MRR',
  hit: 'Hit',
  answered: 'Answered',
  faithfulness: 'Faithfulness',
  referenceRecall: 'Reference recall',
} as const;

interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}
type Metric = Estimate & { readonly key: keyof typeof names };
type Estimates = Readonly<Partial<Record<keyof typeof names, Estimate | null>>>;

const rowsOf = (estimates: Estimates): Metric[] =>
  (Object.keys(names) as Metric['key'][]).flatMap((key) => {
    const estimate = estimates[key];
    return estimate ? [{ key, ...estimate }] : [];
  });

const metricColumns = (header: string, write: (value: number) => string): readonly Column<Metric>[] => [
  column('Metric', ({ key }) => names[key]),
  column(header, ({ value }) => write(value), { width: '6rem', align: 'end' }),
  column('95 % interval', ({ low, high }) => `${write(low)} to ${write(high)}`, {
    width: '10rem',
    align: 'end',
  }),
];

const plain = (value: number) => value.toFixed(3);
const signed = (value: number) => `${value > 0 ? '+' : ''}${value.toFixed(3)}`;

interface MetricsProps {
  readonly label: string;
  readonly header: string;
  readonly write: (value: number) => string;
  readonly estimates: Estimates;
}

/** Metrics of an evaluation, or their changes between two. */
const Metrics = ({ label, header, write, estimates }: MetricsProps) => (
  <Table
    label={label}
    columns={metricColumns(header, write)}
    rows={rowsOf(estimates)}
    keyOf={({ key }) => key}
  />
);

const columns: readonly Column<ChangedQuestion>[] = [
  column('Question', ({ question }) => question),
  column('Before', ({ baseline }) => baseline.ndcg.toFixed(2), { width: '5rem', align: 'end' }),
  column('After', ({ candidate }) => candidate.ndcg.toFixed(2), { width: '5rem', align: 'end' }),
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
          {differences && (
            <Metrics
              label="Differences"
              header="Change"
              write={signed}
              estimates={{ ...differences, ...answers }}
            />
          )}
          {changed.length > 0 && (
            <Table
              label="Changed questions"
              rows={changed}
              columns={columns}
              keyOf={({ questionId }) => questionId}
            />
          )}
        </>
      )}
    </Loaded>
  );
}

interface PartProps {
  readonly namespaceId: string;
  readonly evaluation: Evaluation;
}

/** Progress of an evaluation, with the button that cancels it. */
const UnderWay = ({ namespaceId, evaluation }: PartProps) => {
  const { id: evaluationId, searchedCount, questionCount } = evaluation;
  return (
    <Card title="Progress">
      <Progress
        label="Questions"
        parts={[
          { key: 'done', label: 'searched', value: searchedCount, tone: 'good' },
          { key: 'open', label: 'to be searched', value: questionCount - searchedCount, tone: 'idle' },
        ]}
      />
      <Action label="Cancel" run={() => api.evaluations.cancel({ namespaceId, evaluationId })} />
    </Card>
  );
};

/** Choice of the evaluation to compare with, which is kept in the address, and the comparison. */
function Compare({ namespaceId, evaluation }: PartProps) {
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

function Content({ namespaceId, evaluation }: PartProps) {
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
      {metrics && (
        <Metrics
          label="Metrics"
          header="Value"
          write={plain}
          estimates={{ ...metrics, ...metrics.answers }}
        />
      )}
      {metrics && <Compare namespaceId={namespaceId} evaluation={evaluation} />}
    </>
  );
}

/** Page of one evaluation: progress, metrics, and a comparison with an earlier one. */
export function Page() {
  const namespaceId = useNamespaceId();
  const { evaluationId = '' } = useParams({ strict: false });
  const query = useQuery(evaluationQuery(namespaceId, useStore(tenant), evaluationId));
  return (
    <DetailPage
      query={query}
      back={<Back to="/n/$namespaceId/evaluations" params={{ namespaceId }} label="All evaluations" />}
      name="Evaluation"
      state={query.data?.status}
    >
      {(evaluation) => <Content namespaceId={namespaceId} evaluation={evaluation} />}
    </DetailPage>
  );
}

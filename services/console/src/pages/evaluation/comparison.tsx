import type { ChangedQuestion, Evaluation, EvaluationComparison } from '@docfleet/sdk';
import { useQuery } from '@tanstack/react-query';
import { Terms } from '../../parts/detail.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Note } from '../../parts/note.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { comparisonQuery } from '../evaluations/evaluation-queries.ts';
import { searchOf } from '../evaluations/evaluation-table.tsx';
import { Differences } from './metrics.tsx';

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
export function Comparison({ namespaceId, tenantId, ...pair }: ComparisonProps) {
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

import type { ChangedQuestion } from '@docfleet/sdk';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../parts/loaded.tsx';
import { Note } from '../../parts/note.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { comparisonQuery } from '../evaluations/evaluation-queries.ts';
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

interface ComparisonProps {
  readonly namespaceId: string;
  readonly tenantId: string;
  readonly evaluationId: string;
  readonly baselineId: string;
}

/** Two evaluations side by side, with the questions that changed, the worst first. */
export function Comparison({ namespaceId, tenantId, ...pair }: ComparisonProps) {
  const query = useQuery(comparisonQuery(namespaceId, tenantId, pair));
  return (
    <Loaded query={query}>
      {({ differences, isWorse, compared, improved, worsened, changed }) => (
        <>
          {isWorse && (
            <Note tone="warn" title="Worse than before">
              The whole interval of the change in nDCG@10 lies below 0: chance does not explain it.
            </Note>
          )}
          <p>{`${improved} of ${compared} questions improved, ${worsened} got worse.`}</p>
          {differences && <Differences differences={differences} />}
          {changed.length > 0 && (
            <Table label="Changed questions" rows={changed} columns={columns} keyOf={keyOf} />
          )}
        </>
      )}
    </Loaded>
  );
}

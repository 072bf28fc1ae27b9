import type { Evaluation } from '@docfleet/sdk';
import { Link } from '@tanstack/react-router';
import { Badge } from '../../parts/badge.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';

const keyOf = ({ id }: Evaluation) => id;

const meaningAlone = { semanticWeight: 1, keywordWeight: 0 };

/** Describes the search configuration of an evaluation in words. */
export function searchOf({ config, startedAt }: Evaluation): string {
  const { hybridConfig, rerank, topK } = config;
  const { semanticWeight, keywordWeight } = hybridConfig ?? meaningAlone;
  // Weights that are not named are those of the model, and known once the evaluation has begun.
  const isKnown = hybridConfig !== undefined || startedAt !== null;
  const weighed = keywordWeight > 0 ? `hybrid ${semanticWeight} / ${keywordWeight}` : 'by meaning';
  const kind = isKnown ? weighed : 'as suits the model';
  return `${kind}${rerank ? ', reranked' : ''}, top ${topK}`;
}

const shown = (value: number | undefined) => value?.toFixed(3) ?? '–';

const columnsOf = (namespaceId: string): readonly Column<Evaluation>[] => [
  {
    key: 'search',
    header: 'Search',
    cell: (row) => (
      <Link to="/n/$namespaceId/evaluations/$evaluationId" params={{ namespaceId, evaluationId: row.id }}>
        {searchOf(row)}
      </Link>
    ),
  },
  {
    key: 'state',
    header: 'State',
    width: '7rem',
    from: 'tablet',
    cell: (row) => <Badge state={row.status} />,
  },
  {
    key: 'ndcg',
    header: 'nDCG@10',
    width: '6rem',
    align: 'end',
    cell: ({ metrics }) => shown(metrics?.ndcg.value),
  },
  {
    key: 'recall',
    header: 'Recall',
    width: '6rem',
    align: 'end',
    from: 'tablet',
    cell: ({ metrics }) => shown(metrics?.recall.value),
  },
  {
    key: 'questions',
    header: 'Questions',
    width: '6.5rem',
    align: 'end',
    from: 'desktop',
    cell: ({ searchedCount, questionCount }) => `${searchedCount} of ${questionCount}`,
  },
  {
    key: 'created',
    header: 'Started',
    width: '8.5rem',
    from: 'tablet',
    cell: ({ createdAt }) => <TimeAgo at={createdAt.isoString} />,
  },
];

/** Table of evaluations with their metrics. */
export const EvaluationTable = ({
  namespaceId,
  rows,
}: {
  readonly namespaceId: string;
  readonly rows: readonly Evaluation[];
}) => <Table label="Evaluations" columns={columnsOf(namespaceId)} rows={rows} keyOf={keyOf} />;

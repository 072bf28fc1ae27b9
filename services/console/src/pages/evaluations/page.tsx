import type { GoldenSet } from '@docfleet/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { tenant } from '../../api/tenant.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Empty } from '../../parts/empty.tsx';
import { formatNumber } from '../../parts/format.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Card, Page as PageFrame } from '../../parts/page.tsx';
import { ShownName } from '../../parts/shown-name.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { useStore } from '../../store.ts';
import { useNamespaceId } from '../../use-namespace.ts';
import { evaluationsQuery, goldenSetsQuery } from './evaluation-queries.ts';
import { EvaluationTable } from './evaluation-table.tsx';

const keyOf = ({ id }: GoldenSet) => id;

const columnsOf = (namespaceId: string): readonly Column<GoldenSet>[] => [
  {
    key: 'name',
    header: 'Golden set',
    cell: ({ id, name }) => (
      <Link to="/n/$namespaceId/golden-sets/$goldenSetId" params={{ namespaceId, goldenSetId: id }}>
        <ShownName>{name}</ShownName>
      </Link>
    ),
  },
  {
    key: 'questions',
    header: 'Questions',
    width: '7rem',
    align: 'end',
    cell: ({ questionCount }) => formatNumber(questionCount),
  },
  {
    key: 'candidates',
    header: 'Candidates',
    width: '7rem',
    align: 'end',
    from: 'tablet',
    cell: ({ candidateCount }) => formatNumber(candidateCount),
  },
  {
    key: 'updated',
    header: 'Changed',
    width: '8.5rem',
    from: 'tablet',
    cell: ({ updatedAt }) => <TimeAgo at={updatedAt.isoString} />,
  },
];

/** Empty state with the commands that write questions into a file and evaluate it. */
const FirstStep = ({ namespaceId }: { readonly namespaceId: string }) => (
  <>
    <Empty
      icon="check"
      title="No golden sets yet"
      text="A golden set has questions with the documents that a search should find. Evaluations measure with it whether weights, a model or a reranker make searches better."
    />
    <Card title="Write questions into a file and evaluate it">
      <CodeBlock
        label="the commands"
        text={`echo '{"question": "How many days of leave do I have?", "relevant": [{"name": "leave.pdf"}]}' > questions.jsonl
docfleet evaluate questions.jsonl --namespace ${namespaceId}`}
      />
    </Card>
  </>
);

/** Page with the golden sets and evaluations of a namespace. */
export function Page() {
  const namespaceId = useNamespaceId();
  const tenantId = useStore(tenant);
  const sets = useQuery(goldenSetsQuery(namespaceId, tenantId));
  const evaluations = useQuery(evaluationsQuery(namespaceId, tenantId));
  return (
    <PageFrame title="Evaluation">
      <Loaded query={sets}>
        {(rows) =>
          rows.length === 0 ? (
            <FirstStep namespaceId={namespaceId} />
          ) : (
            <>
              <Table label="Golden sets" columns={columnsOf(namespaceId)} rows={rows} keyOf={keyOf} />
              <Loaded query={evaluations}>
                {(found) => <EvaluationTable namespaceId={namespaceId} rows={found} />}
              </Loaded>
            </>
          )
        }
      </Loaded>
    </PageFrame>
  );
}

import type { GoldenSet } from '@docfleet/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { tenant } from '../../api/console-fetch.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { nameColumn, numberColumn, timeColumn } from '../../parts/columns.tsx';
import { Card, Empty, Loaded, Page as PageFrame } from '../../parts/page.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { useStore } from '../../store.ts';
import { useNamespaceId } from '../../use-namespace.ts';
import { EvaluationTable, evaluationsQuery, goldenSetsQuery } from './evaluations.tsx';

const columnsOf = (namespaceId: string): readonly Column<GoldenSet>[] => [
  nameColumn('Golden set', ({ id: goldenSetId }, name) => (
    <Link to="/n/$namespaceId/golden-sets/$goldenSetId" params={{ namespaceId, goldenSetId }}>
      {name}
    </Link>
  )),
  numberColumn('Questions', ({ questionCount }) => questionCount, { width: '7rem' }),
  numberColumn('Candidates', ({ candidateCount }) => candidateCount, { width: '7rem', from: 'tablet' }),
  timeColumn('Changed', ({ updatedAt }) => updatedAt),
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
              <Table
                label="Golden sets"
                columns={columnsOf(namespaceId)}
                rows={rows}
                keyOf={({ id }) => id}
              />
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

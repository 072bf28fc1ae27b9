import type { GoldenSet } from '@docfleet/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { tenant } from '../../api/console-fetch.ts';
import { CodeBlock, quoted } from '../../parts/code-block.tsx';
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

/** Returns the name of the newest document that searches find; undefined while there is none. */
function useExample(namespaceId: string, tenantId: string): string | undefined {
  const { data } = useQuery({
    queryKey: ['documents', namespaceId, tenantId, 'example'],
    queryFn: ({ signal }) =>
      api.documents.list(
        {
          namespaceId,
          filterConfig: { documentIngestionStatuses: ['SUCCESS'] },
          pagination: { pageSize: 1 },
        },
        { signal },
      ),
  });
  return data?.documents?.[0]?.name ?? undefined;
}

/** Returns commands that write a question about a document into a file and evaluate it, for a checkout of docfleet. */
function commandsOf(namespaceId: string, name: string): string {
  const question = { question: `What does ${name} say?`, relevant: [{ name }] };
  return [
    `echo ${quoted(JSON.stringify(question))} > questions.jsonl`,
    `export DOCFLEET_URL=${quoted(location.origin)}`,
    `npm run --silent docfleet -- evaluate questions.jsonl --namespace ${quoted(namespaceId)}`,
  ].join('\n');
}

/** Empty state with the commands that write questions into a file and evaluate it. */
function FirstStep({ namespaceId, tenantId }: { readonly namespaceId: string; readonly tenantId: string }) {
  const name = useExample(namespaceId, tenantId);
  return (
    <>
      <Empty
        icon="check"
        title="No golden sets yet"
        text="A golden set has questions with the documents that a search should find. Evaluations measure with it whether weights, a model or a reranker make searches better."
      />
      {name === undefined ? (
        <Link to="/n/$namespaceId/ingest" params={{ namespaceId }}>
          Ingest documents first
        </Link>
      ) : (
        <Card title="Write questions into a file and evaluate it">
          <p className="soft">
            In the folder of docfleet, with your key in <code>DOCFLEET_API_KEY</code>. Replace the question by
            one of your own. <a href="/guides/evaluate">Evaluation</a> describes the file and other ways.
          </p>
          <CodeBlock label="the commands" text={commandsOf(namespaceId, name)} />
        </Card>
      )}
    </>
  );
}

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
            <FirstStep namespaceId={namespaceId} tenantId={tenantId} />
          ) : (
            <>
              <Table
                label="Golden sets"
                columns={columnsOf(namespaceId)}
                rows={rows}
                keyOf={({ id }) => id}
              />
              <Loaded query={evaluations}>
                {(found) =>
                  found.length === 0 ? (
                    <Empty
                      icon="check"
                      title="No evaluations yet"
                      text="Open a golden set, accept its candidates, and evaluate it."
                    />
                  ) : (
                    <EvaluationTable namespaceId={namespaceId} rows={found} />
                  )
                }
              </Loaded>
            </>
          )
        }
      </Loaded>
    </PageFrame>
  );
}

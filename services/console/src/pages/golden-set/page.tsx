import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { tenant } from '../../api/tenant.ts';
import { Button } from '../../parts/button.tsx';
import { Check } from '../../parts/check.tsx';
import { Choice } from '../../parts/choice.tsx';
import { DetailTitle } from '../../parts/detail.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Card, Page as PageFrame } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { useStore } from '../../store.ts';
import { useNamespaceId } from '../../use-namespace.ts';
import { useSubmission } from '../../use-submission.ts';
import {
  evaluationsQuery,
  goldenSetQuery,
  type SetWithQuestions,
} from '../evaluations/evaluation-queries.ts';
import { EvaluationTable } from '../evaluations/evaluation-table.tsx';
import { configOfWeights, type SemanticWeight, weights } from '../evaluations/weights.ts';
import { Candidates } from './candidates.tsx';

type Question = SetWithQuestions['questions'][number];
const keyOf = ({ id }: Question) => id;

/** Returns a question's relevant documents, separated by commas: each by its name, external id, address or id, else by the quote. */
const relevantOf = ({ relevant }: Question) =>
  relevant
    .map(
      ({ name, externalId, url, documentId, quote }) =>
        name ?? externalId ?? url ?? documentId ?? `“${quote}”`,
    )
    .join(', ');

const columns: readonly Column<Question>[] = [
  { key: 'question', header: 'Question', cell: ({ question }) => question },
  { key: 'relevant', header: 'Relevant', from: 'tablet', cell: relevantOf },
];

/** Starts an evaluation and shows it. */
function Evaluate({
  namespaceId,
  goldenSetId,
}: {
  readonly namespaceId: string;
  readonly goldenSetId: string;
}) {
  const [semantic, setSemantic] = useState<SemanticWeight>('');
  const [hasAnswers, setHasAnswers] = useState(false);
  const tenantId = useStore(tenant);
  const navigate = useNavigate();
  const client = useQueryClient();
  const start = useSubmission({
    mutationFn: () =>
      api.evaluations.create(
        {
          namespaceId,
          goldenSetId,
          config: { ...configOfWeights(semantic), ...(hasAnswers && { answers: {} }) },
        },
        { ...(tenantId && { tenantId }) },
      ),
    async onSuccess({ evaluation }) {
      await client.invalidateQueries({ queryKey: ['evaluations', namespaceId] });
      const params = { namespaceId, evaluationId: evaluation.id };
      await navigate({ to: '/n/$namespaceId/evaluations/$evaluationId', params });
    },
  });
  return (
    <Card title="Evaluate">
      <div className="row">
        <Choice label="Search" value={semantic} options={weights} onChange={setSemantic} />
        <Check
          isOn={hasAnswers}
          onChange={setHasAnswers}
          hint="The chat model answers each question, and the share that could be verified is measured"
        >
          With answers
        </Check>
        <Button look="primary" isPending={start.isPending} onPress={() => start.mutate()}>
          Evaluate
        </Button>
      </div>
      {start.error && <Problem error={start.error} />}
    </Card>
  );
}

/** Page of one golden set: its questions and its evaluations. */
export function Page() {
  const namespaceId = useNamespaceId();
  const { goldenSetId = '' } = useParams({ strict: false });
  const tenantId = useStore(tenant);
  const query = useQuery(goldenSetQuery(namespaceId, tenantId, goldenSetId));
  const evaluations = useQuery(evaluationsQuery(namespaceId, tenantId, goldenSetId));
  const name = query.data?.set.name ?? 'Golden set';
  const back = (
    <Link to="/n/$namespaceId/evaluations" params={{ namespaceId }} aria-label="All golden sets">
      <Icon name="back" />
    </Link>
  );
  return (
    <PageFrame title={<DetailTitle back={back} name={name} />} tab={name}>
      <Loaded query={query}>
        {({ set, questions, candidates }) => (
          <>
            <Evaluate namespaceId={namespaceId} goldenSetId={goldenSetId} />
            <Loaded query={evaluations}>
              {(rows) => rows.length > 0 && <EvaluationTable namespaceId={namespaceId} rows={rows} />}
            </Loaded>
            <Candidates namespaceId={namespaceId} goldenSetId={goldenSetId} questions={candidates} />
            <Table label="Questions" rows={questions} columns={columns} keyOf={keyOf} />
            {set.questionCount > questions.length && (
              <p className="soft small">{`The first ${questions.length} of ${set.questionCount} questions`}</p>
            )}
          </>
        )}
      </Loaded>
    </PageFrame>
  );
}

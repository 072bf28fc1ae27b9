import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { tenant } from '../../api/console-fetch.ts';
import { Button } from '../../parts/button.tsx';
import { column } from '../../parts/columns.tsx';
import { Back, Card, DetailPage, Loaded } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useStore } from '../../store.ts';
import {
  configOfWeights,
  EvaluationTable,
  evaluationsQuery,
  goldenSetQuery,
  type SemanticWeight,
  type SetWithQuestions,
  weights,
} from '../evaluations/evaluations.tsx';
import './candidates.css';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Check, Choice } from '../../parts/fields.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { useNamespaceId } from '../../use-namespace.ts';
import { useSubmission } from '../../use-submission.ts';

interface SetProps {
  readonly namespaceId: string;
  readonly goldenSetId: string;
}

/** Card of a candidate with its relevant documents, and the buttons that accept or delete it. */
function Candidate({ question, ...place }: SetProps & { readonly question: Question }) {
  const client = useQueryClient();
  const tenantId = useStore(tenant);
  const decide = useSubmission({
    async mutationFn(isAccepted: boolean) {
      const one = { ...place, questionId: question.id };
      const options = { ...(tenantId && { tenantId }) };
      await (isAccepted
        ? api.goldenSets.updateQuestion({ ...one, status: 'ACCEPTED' }, options)
        : api.goldenSets.deleteQuestion(one, options));
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['golden-set', place.namespaceId] }),
  });
  const [target] = question.relevant;
  return (
    <li className="candidate">
      <div>
        <p>{question.question}</p>
        {question.referenceAnswer && <p className="soft small">{question.referenceAnswer}</p>}
        {target?.quote && <blockquote className="soft small">{target.quote}</blockquote>}
        {decide.error && <Problem error={decide.error} />}
      </div>
      <div className="row">
        <Button
          isPending={decide.isPending}
          aria-label={`Accept: ${question.question}`}
          onPress={() => decide.mutate(true)}
        >
          Accept
        </Button>
        <Button
          look="quiet"
          isPending={decide.isPending}
          aria-label={`Refuse: ${question.question}`}
          onPress={() => decide.mutate(false)}
        >
          Refuse
        </Button>
      </div>
    </li>
  );
}

const wordsOf = ({ created, rejected }: { readonly created: number; readonly rejected: number }) =>
  `${created} added, ${rejected} without a question that could be verified.`;

/** List of candidates, which come from rated answers or from the chat model, and the button that generates some. */
function Candidates({ questions, ...place }: SetProps & { readonly questions: readonly Question[] }) {
  const client = useQueryClient();
  const tenantId = useStore(tenant);
  const [said, say] = useState('');
  const generate = useSubmission({
    mutationFn: () =>
      api.goldenSets.generateCandidates({ ...place, count: 10 }, { ...(tenantId && { tenantId }) }),
    async onSuccess(generated) {
      say(wordsOf(generated));
      await client.invalidateQueries({ queryKey: ['golden-set', place.namespaceId] });
    },
  });
  return (
    <Card
      title="Candidates"
      actions={
        <Button isPending={generate.isPending} onPress={() => generate.mutate()}>
          Generate from documents
        </Button>
      }
    >
      <p className="soft small" role="status">
        {said || 'Candidates are evaluated once they are accepted.'}
      </p>
      {generate.error && <Problem error={generate.error} />}
      {questions.length > 0 && (
        <ul className="candidates" aria-label="Candidates">
          {questions.map((question) => (
            <Candidate key={question.id} {...place} question={question} />
          ))}
        </ul>
      )}
    </Card>
  );
}

type Question = SetWithQuestions['questions'][number];

/** Returns a question's relevant documents, separated by commas: each by its name, external id, address or id, else by the quote. */
const relevantOf = ({ relevant }: Question) =>
  relevant
    .map(
      ({ name, externalId, url, documentId, quote }) =>
        name ?? externalId ?? url ?? documentId ?? `“${quote}”`,
    )
    .join(', ');

const columns: readonly Column<Question>[] = [
  column('Question', ({ question }) => question),
  column('Relevant', relevantOf, { from: 'tablet' }),
];

/** Starts an evaluation and shows it. */
function Evaluate({ namespaceId, goldenSetId }: SetProps) {
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
  return (
    <DetailPage
      query={query}
      back={<Back to="/n/$namespaceId/evaluations" params={{ namespaceId }} label="All golden sets" />}
      name={query.data?.set.name ?? 'Golden set'}
    >
      {({ set, questions, candidates }) => (
        <>
          <Evaluate namespaceId={namespaceId} goldenSetId={goldenSetId} />
          <Loaded query={evaluations}>
            {(rows) => rows.length > 0 && <EvaluationTable namespaceId={namespaceId} rows={rows} />}
          </Loaded>
          <Candidates namespaceId={namespaceId} goldenSetId={goldenSetId} questions={candidates} />
          <Table label="Questions" rows={questions} columns={columns} keyOf={({ id }) => id} />
          {set.questionCount > questions.length && (
            <p className="soft small">{`The first ${questions.length} of ${set.questionCount} questions`}</p>
          )}
        </>
      )}
    </DetailPage>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { tenant } from '../../api/tenant.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useStore } from '../../store.ts';
import type { SetWithQuestions } from '../evaluations/evaluation-queries.ts';
import './candidates.css';
import { useSubmission } from '../../use-submission.ts';

type Question = SetWithQuestions['questions'][number];

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
export function Candidates({ questions, ...place }: SetProps & { readonly questions: readonly Question[] }) {
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

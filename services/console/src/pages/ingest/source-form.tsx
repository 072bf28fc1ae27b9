import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Form } from 'react-aria-components/Form';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useSubmission } from '../../use-submission.ts';

interface SourceFormProps {
  readonly namespaceId: string;
  /** Label of the submit button. */
  readonly action: string;
  readonly canSend: boolean;
  readonly send: () => Promise<{ readonly ingestJobRunId: string }>;
  /** Called after the request was accepted: the draft is no longer needed. */
  readonly onSent: () => void;
  /** Content beside the submit button. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** Form of a source: submitting it starts an ingestion and opens its run. */
export function SourceForm(props: SourceFormProps) {
  const { namespaceId, action, canSend, send, onSent, aside, children } = props;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { mutate, isPending, error } = useSubmission({
    mutationFn: send,
    onSuccess({ ingestJobRunId: runId }) {
      onSent();
      void queries.invalidateQueries({ queryKey: ['runs', namespaceId] });
      void navigate({ to: '/n/$namespaceId/runs/$runId', params: { namespaceId, runId } });
    },
  });
  return (
    <Card>
      <Form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (canSend) mutate();
        }}
      >
        {children}
        {error && <Problem error={error} />}
        <div className="row">
          <Button type="submit" look="primary" isDisabled={!canSend} isPending={isPending}>
            {action}
          </Button>
          {aside}
        </div>
      </Form>
    </Card>
  );
}

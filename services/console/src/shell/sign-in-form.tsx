import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from 'react-aria-components/Form';
import { sessionQuery, signIn } from '../api/session.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { Problem } from '../parts/problem.tsx';
import { useSubmission } from '../use-submission.ts';

/** Form that asks for an API key. The key is entered as a password and not stored in the browser. */
export function SignInForm({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const queries = useQueryClient();
  const [apiKey, setApiKey] = useState('');
  const { mutate, isPending, error } = useSubmission({
    mutationFn: signIn,
    onSuccess(session) {
      queries.setQueryData(sessionQuery.queryKey, session ?? null);
      onSignedIn();
    },
  });
  return (
    <Form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        mutate({ apiKey });
      }}
    >
      <Field
        label="API key"
        type="password"
        name="api-key"
        value={apiKey}
        onChange={setApiKey}
        placeholder="df_live_…"
        hint="npm start prints one, or the file that holds it. Administrators create more."
        autoComplete="current-password"
        autoFocus
        isRequired
      />
      {error && <Problem error={error} />}
      <Button type="submit" look="primary" isPending={isPending}>
        Sign in
      </Button>
    </Form>
  );
}

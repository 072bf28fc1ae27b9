import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from 'react-aria-components/Form';
import { sessionQuery, signIn } from '../api/client.ts';
import { signInNeeded } from '../api/console-fetch.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/fields.tsx';
import { Problem } from '../parts/problem.tsx';
import { useStore } from '../store.ts';
import { useSubmission } from '../use-submission.ts';

/** Dialog that is shown over the page when its session has ended. After signing in, pending requests continue. */
export function SignInAgain() {
  const queries = useQueryClient();
  const isNeeded = useStore(signInNeeded);
  function continueThere() {
    signInNeeded.set(false);
    void queries.invalidateQueries();
  }
  return (
    <Dialog title="Sign in again" isOpen={isNeeded} onClose={() => undefined} isBlocking>
      <p className="soft">
        Your session has ended, or your key was revoked. Sign in to continue where you are. Nothing is lost.
      </p>
      <SignInForm onSignedIn={continueThere} />
      <a href="/console/sign-in">Leave this page instead</a>
    </Dialog>
  );
}

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

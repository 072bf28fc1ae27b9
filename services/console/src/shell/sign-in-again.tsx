import { useQueryClient } from '@tanstack/react-query';
import { signInNeeded } from '../api/console-fetch.ts';
import { Dialog } from '../parts/dialog.tsx';
import { useStore } from '../store.ts';
import { SignInForm } from './sign-in-form.tsx';

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

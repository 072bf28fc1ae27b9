import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { sessionQuery, signIn } from '../../api/client.ts';
import { Skeleton } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { SignInForm } from '../../shell/sign-in-form.tsx';
import icon from '../../style/icon.svg';
import { useSearchText } from '../../use-search-text.ts';
import './sign-in.css';
import { useSubmission } from '../../use-submission.ts';

/** Returns a function that opens the page from which the user was redirected to sign in. Only paths are accepted, not other hosts. */
function useContinue(): () => void {
  const [to] = useSearchText('to');
  const navigate = useNavigate();
  const href = /^\/(?!\/)/.test(to) ? to : '/';
  return () => void navigate({ href, replace: true });
}

/** Redeems the code of a sign-in link, once: a second request would find it used. */
function SignInByCode({ code, onSignedIn }: { readonly code: string; readonly onSignedIn: () => void }) {
  const queries = useQueryClient();
  const isSent = useRef(false);
  const { mutate, error } = useSubmission({
    mutationFn: signIn,
    onSuccess(session) {
      queries.setQueryData(sessionQuery.queryKey, session ?? null);
      onSignedIn();
    },
  });
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    mutate({ code });
  }, [code, mutate]);
  if (!error) return <Skeleton />;
  return (
    <>
      <Problem error={error} />
      <p className="soft">A link works once, within ten minutes. Sign in with an API key instead.</p>
      <SignInForm onSignedIn={onSignedIn} />
    </>
  );
}

/** Page for signing in, with a key or with the link that `npm start` prints. */
export function Page() {
  const [code] = useSearchText('code');
  const continueThere = useContinue();
  return (
    <main className="sign-in">
      <title>Sign in · docfleet</title>
      <div className="sign-in-box">
        <img src={icon} alt="" width={40} height={40} />
        <h1>Sign in to docfleet</h1>
        {code ? (
          <SignInByCode code={code} onSignedIn={continueThere} />
        ) : (
          <SignInForm onSignedIn={continueThere} />
        )}
      </div>
    </main>
  );
}

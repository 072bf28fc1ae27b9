import { useState } from 'react';
import { useSubmission } from '../../use-submission.ts';

interface Consent<Result> {
  /** Requests consent; resolves to a result with the address of the consent page, null where none is needed. */
  readonly request: () => Promise<Result & { readonly authorizationUrl: string | null }>;
  readonly onRequested?: (result: Result) => void;
}

/**
 * Opens a vendor's consent page in a window of its own. Browsers allow a page to open a window only during a user's action, so that it is
 * opened before its address is known; `blockedUrl` is set where the browser blocked it.
 */
export function useConsent<Result>({ request, onRequested }: Consent<Result>) {
  const [blockedUrl, setBlockedUrl] = useState<string>();
  const { mutate, ...mutation } = useSubmission({
    mutationFn: (_view: Window | null) => request(),
    onSuccess(result, view) {
      const { authorizationUrl } = result;
      if (authorizationUrl === null) view?.close();
      else if (view) view.location.href = authorizationUrl;
      setBlockedUrl(view ? undefined : (authorizationUrl ?? undefined));
      onRequested?.(result);
    },
    onError: (_error, view) => view?.close(),
  });
  function begin() {
    const view = window.open('', '_blank');
    // The vendor's page must not have access to this one.
    if (view) view.opener = null;
    mutate(view);
  }
  return { begin, blockedUrl, isPending: mutation.isPending, error: mutation.error };
}

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

interface Consent<Result> {
  /** Gives, among other things, the address at which the user agrees. */
  readonly ask: () => Promise<Result & { readonly authorizationUrl: string }>;
  readonly onAsked?: (result: Result) => void;
}

/**
 * Opens a vendor's consent in a window of its own. Browsers let a page open one only while something is being pressed, so it is there
 * before its address is known; `blockedUrl` is set where it was not let.
 */
export function useConsent<Result>({ ask, onAsked }: Consent<Result>) {
  const [blockedUrl, setBlockedUrl] = useState<string>();
  const { mutate, ...asked } = useMutation({
    mutationFn: (_view: Window | null) => ask(),
    onSuccess(result, view) {
      if (view) view.location.href = result.authorizationUrl;
      setBlockedUrl(view ? undefined : result.authorizationUrl);
      onAsked?.(result);
    },
    onError: (_error, view) => view?.close(),
  });
  function begin() {
    const view = window.open('', '_blank');
    // The vendor's page has no business with this one.
    if (view) view.opener = null;
    mutate(view);
  }
  return { begin, blockedUrl, isPending: asked.isPending, error: asked.error };
}

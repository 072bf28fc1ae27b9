import { noteLost, noteResponse } from './health.ts';
import { untilSignedIn } from './sign-in-needed.ts';
import { tenant } from './tenant.ts';

/** Instead of a key, which scripts do not have: the browser's cookie, and that it is this page that asks. */
export function userHeaders(init: RequestInit | undefined): Headers {
  const headers = new Headers(init?.headers);
  headers.delete('authorization');
  headers.set('x-docfleet-console', '1');
  return headers;
}

/** The same, about the tenant that is chosen where the request names none. */
function headersOf(init: RequestInit | undefined): Headers {
  const headers = userHeaders(init);
  if (tenant.get() && !headers.has('x-tenant-id')) headers.set('x-tenant-id', tenant.get());
  return headers;
}

/** `fetch` as who is signed in; tells `health` how it went. */
export const fetchAsUser: typeof fetch = async (input, init) => {
  try {
    const response = await fetch(input, { ...init, headers: headersOf(init) });
    noteResponse(response);
    return response;
  } catch (error) {
    if (!init?.signal?.aborted) noteLost();
    throw error;
  }
};

/** When the session has ended it waits until somebody has signed in again, and goes on. */
export const signingInAgain =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    for (;;) {
      const response = await send(input, init);
      if (response.status !== 401) return response;
      await untilSignedIn(init?.signal);
    }
  };

/** What the SDK sends its requests with. */
export const consoleFetch: typeof fetch = signingInAgain(fetchAsUser);

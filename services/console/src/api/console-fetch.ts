import { noteAnswer, noteLost } from './health.ts';
import { untilSignedIn } from './sign-in-needed.ts';
import { tenant } from './tenant.ts';

/** Instead of a key, which scripts do not have: the browser's cookie, and that it is this page that asks. */
function headersOf(init: RequestInit | undefined): Headers {
  const headers = new Headers(init?.headers);
  headers.delete('authorization');
  headers.set('x-docfleet-console', '1');
  if (tenant.get() && !headers.has('x-tenant-id')) headers.set('x-tenant-id', tenant.get());
  return headers;
}

/** `fetch` as who is signed in; tells `health` how it went. */
export const fetchAsUser: typeof fetch = async (input, init) => {
  try {
    const response = await fetch(input, { ...init, headers: headersOf(init) });
    noteAnswer(response);
    return response;
  } catch (error) {
    if (!init?.signal?.aborted) noteLost();
    throw error;
  }
};

/** The same for the SDK: when the session has ended it waits until somebody has signed in again, and goes on. */
export const consoleFetch: typeof fetch = async (input, init) => {
  for (;;) {
    const response = await fetchAsUser(input, init);
    if (response.status !== 401) return response;
    await untilSignedIn(init?.signal);
  }
};

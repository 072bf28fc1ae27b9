import { DocfleetError, type DocfleetErrorCode } from '@docfleet/sdk';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { fetchAsUser } from './console-fetch.ts';

/** Loads the current session; null if the user is not signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: readSession,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Session of a signed-in user: its API key, organization, expiry (ISO 8601) and limits. */
export interface Session {
  readonly apiKey: { readonly id: string; readonly name: string; readonly scopes: readonly string[] };
  readonly organization: { readonly id: string; readonly name: string };
  readonly expiresAt: string;
  /** Limits of the installation; `fileBytes` is the maximum size of an uploaded file. */
  readonly limits: { readonly fileBytes: number };
  /** Names of the extensions of the service. */
  readonly extensions: readonly string[];
}

/** Tests whether the service has an extension; false while no user is signed in. */
export const useHasExtension = (): ((name: string) => boolean) => {
  const { data: session } = useQuery(sessionQuery);
  return (name) => session?.extensions.includes(name) ?? false;
};

/** Credentials for signing in: an API key, or the code of a sign-in link. */
export type Credentials = { readonly apiKey: string } | { readonly code: string };

interface Envelope {
  readonly data?: Session;
  readonly error?: { readonly code: DocfleetErrorCode; readonly message: string };
}

/**
 * Sends a request about the session, which is not in the public API and therefore not in the SDK. Rejects with a `DocfleetError`, as the
 * SDK does.
 */
async function request(method: 'GET' | 'POST' | 'DELETE', body?: Credentials): Promise<Session | undefined> {
  const headers = { 'content-type': 'application/json' };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const response = await fetchAsUser('/console/session', init).catch((cause: unknown) => {
    throw new DocfleetError('CONNECTION_FAILED', 'The service could not be reached', { cause });
  });
  const { data, error } = (await response.json().catch(() => ({}))) as Envelope;
  if (response.ok) return data;
  throw new DocfleetError(error?.code ?? 'UNEXPECTED_ANSWER', error?.message ?? 'The response is not valid', {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
  });
}

/** Returns the current session; null if the user is not signed in. */
async function readSession(): Promise<Session | null> {
  try {
    return (await request('GET')) ?? null;
  } catch (error) {
    if (error instanceof DocfleetError && error.code === 'UNAUTHORIZED') return null;
    throw error;
  }
}

/** Signs in; rejects with UNAUTHORIZED when the credentials are invalid. */
export const signIn = (credentials: Credentials): Promise<Session | undefined> =>
  request('POST', credentials);

/** Signs out. */
export const signOut = (): Promise<unknown> => request('DELETE');

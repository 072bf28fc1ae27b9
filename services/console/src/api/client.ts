import { createDocfleetClient, DocfleetError, type DocfleetErrorCode, type Output } from '@docfleet/sdk';
import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { consoleFetch, fetchAsUser } from './console-fetch.ts';

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

/** Client of the API for the current session. The key is in a cookie that scripts cannot read. */
export const api = createDocfleetClient({
  baseUrl: location.origin,
  apiKey: '',
  fetch: consoleFetch,
  // A user is waiting: after two retries the error is shown, with a button to try again.
  maxRetries: 2,
});

/** Loads the namespaces of the organization. */
export const namespacesQuery = queryOptions({
  queryKey: ['namespaces'],
  queryFn: async ({ signal }) => (await api.namespaces.list({}, { signal })).namespaces,
});

/** Loads a namespace of the organization with its settings. */
export const namespaceQuery = (namespaceId: string) =>
  queryOptions({
    queryKey: [...namespacesQuery.queryKey, namespaceId],
    queryFn: async ({ signal }) => (await api.namespaces.get({ namespaceId }, { signal })).namespace,
  });

/** Loads the operator's chat model for namespaces without one; null where the operator has configured no model. */
export const defaultModelQuery = queryOptions({
  queryKey: ['providers', 'default-chat-model'],
  queryFn: async ({ signal }) => (await api.providers.list({}, { signal })).defaultChatModel,
});

/** Loads the newest API keys of the organization, from which keys that are known by their ids get their names. */
export const newestKeysQuery = queryOptions({
  queryKey: ['api-keys', 'newest'],
  queryFn: async ({ signal }) => (await api.apiKeys.list({ pageSize: 100 }, { signal })).apiKeys,
});

/** Interval at which a request without a response is repeated after the SDK's own retries; the banner shows the loss. */
const retryAfterMs = 5_000;

const isLost = (error: unknown) =>
  error instanceof DocfleetError && (error.code === 'CONNECTION_FAILED' || error.code === 'TIMEOUT');

/** Cache of all responses of the API. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      // By default only properties that were read notify. A page's content is rendered after its title: on a slow device the data may
      // arrive before anything has read them, and would never be shown.
      notifyOnChangeProps: 'all',
      staleTime: 5_000,
      retry: (_count, error) => isLost(error),
      retryDelay: retryAfterMs,
    },
    mutations: { networkMode: 'always' },
  },
});

const refreshMs = 5_000;

/** Counts of documents by state and stage, errors and throughput of a namespace. */
export type Overview = Output<'GET /v1/namespaces/{namespaceId}/overview'>;

/** Loads the overview of a namespace over the last `hours`, every five seconds; `tenantId` selects the documents. */
export const overviewQuery = (namespaceId: string, tenantId: string, hours: number) =>
  queryOptions({
    queryKey: ['overview', namespaceId, tenantId, hours],
    queryFn: ({ signal }) => api.namespaces.overview({ namespaceId, hours }, { signal }),
    refetchInterval: refreshMs,
  });

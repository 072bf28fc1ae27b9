import { DocfleetError } from '@docfleet/sdk';
import { QueryClient } from '@tanstack/react-query';

/** After the SDK's own retries, lost requests are repeated at this interval; the banner shows that. */
const retryAfterMs = 5_000;

const isLost = (error: unknown) =>
  error instanceof DocfleetError && (error.code === 'CONNECTION_FAILED' || error.code === 'TIMEOUT');

/** The cache of all responses of the API. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 5_000,
      retry: (_count, error) => isLost(error),
      retryDelay: retryAfterMs,
    },
    mutations: { networkMode: 'always' },
  },
});

import { DocfleetError } from '@docfleet/sdk';
import { QueryClient } from '@tanstack/react-query';

/** What the SDK's own repetitions did not reach is asked for again and again: the banner says so. */
const retryAfterMs = 5_000;

const isLost = (error: unknown) =>
  error instanceof DocfleetError && (error.code === 'CONNECTION_FAILED' || error.code === 'TIMEOUT');

/** What has been asked of the API, kept for as long as it is fresh. */
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

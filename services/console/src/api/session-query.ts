import { queryOptions } from '@tanstack/react-query';
import { readSession } from './session.ts';

/** The current session; null without one. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: readSession,
  staleTime: Number.POSITIVE_INFINITY,
});

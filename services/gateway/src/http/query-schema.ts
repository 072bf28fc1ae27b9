import { z } from 'zod';
import type { Route } from './route.ts';

const none = z.strictObject({});

/**
 * The parameters that a route takes in its query, and no others: one that is misspelt would be without effect, and a list or a deletion would
 * be another than the caller asked for. Routes in the form of another API take what its clients send, and those without a key what is added to
 * links and by vendors.
 */
export function querySchema({ query, scope, isBare }: Route): z.ZodType | undefined {
  if (scope === 'public' || isBare) return query;
  return query instanceof z.ZodObject ? query.strict() : (query ?? none);
}

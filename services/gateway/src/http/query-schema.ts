import { z } from 'zod';
import type { Route } from './route.ts';

const none = z.object({});

/** Leaves out parameters without a value that the schema does not know: clients send them for options that are not set. */
const withoutBlanks = (schema: z.ZodObject) =>
  z.preprocess(
    (query) =>
      Object.fromEntries(
        Object.entries(query as object).filter(
          ([name, value]) => value !== '' || Object.hasOwn(schema.shape, name),
        ),
      ),
    schema.strict(),
  );

/**
 * Returns the schema of a route's query, which refuses unknown parameters with a value: a misspelled one would have no effect, and a list
 * or a deletion would be another than the caller asked for. Routes in the form of another API accept what its clients send, and those
 * without a key what links and vendors add.
 */
export function querySchema({ query, scope, isBare }: Route): z.ZodType | undefined {
  if (scope === 'public' || isBare) return query;
  return query === undefined || query instanceof z.ZodObject ? withoutBlanks(query ?? none) : query;
}

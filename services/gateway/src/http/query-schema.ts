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
 * The parameters that a route takes in its query, and no others with a value: one that is misspelt would be without effect, and a list or a
 * deletion would be another than the caller asked for. Routes in the form of another API take what its clients send, and those without a key
 * what is added to links and by vendors.
 */
export function querySchema({ query, scope, isBare }: Route): z.ZodType | undefined {
  if (scope === 'public' || isBare) return query;
  return query === undefined || query instanceof z.ZodObject ? withoutBlanks(query ?? none) : query;
}

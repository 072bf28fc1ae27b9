import { z } from 'zod';

/** Reads the environment once, at the top of a program. An empty value counts as unset. Nothing else may look at process.env. */
export function readConfig<Schema extends z.ZodObject>(
  schema: Schema,
  environment: NodeJS.ProcessEnv = process.env,
): Readonly<z.output<Schema>> {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = schema.safeParse(set);
  if (!result.success) throw new Error(`The configuration is not valid\n${z.prettifyError(result.error)}`);
  return Object.freeze(result.data);
}

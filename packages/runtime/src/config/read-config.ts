import { z } from 'zod';

/** Reads the environment once, at the top of a program. A blank value counts as unset, and blanks around a value are cut off, as files with CRLF leave them. Nothing else may look at process.env. */
export function readConfig<Schema extends z.ZodObject>(
  schema: Schema,
  environment: NodeJS.ProcessEnv = process.env,
): Readonly<z.output<Schema>> {
  const values = Object.entries(environment).map(([name, value]) => [name, value?.trim()] as const);
  const set = Object.fromEntries(values.filter(([, value]) => value));
  const result = schema.safeParse(set);
  if (!result.success) throw new Error(`The configuration is not valid\n${z.prettifyError(result.error)}`);
  return Object.freeze(result.data);
}

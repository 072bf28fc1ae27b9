import { z } from 'zod';

/**
 * Strips blanks and quotes around a value, which files with CRLF and Docker's `--env-file` leave; a blank text within quotes becomes
 * empty.
 */
export function bareValue(value: string | undefined): string | undefined {
  const bare = value?.trim().replace(/^(["'])(.*)\1$/s, '$2');
  return bare?.trim() === '' ? '' : bare;
}

/** Reads the environment once, at the top of a program. A blank value counts as unset. Nothing else may look at process.env. */
export function readConfig<Schema extends z.ZodObject>(
  schema: Schema,
  environment: NodeJS.ProcessEnv = process.env,
): Readonly<z.output<Schema>> {
  const values = Object.entries(environment).map(([name, value]) => [name, bareValue(value)] as const);
  const set = Object.fromEntries(values.filter(([, value]) => value));
  const result = schema.safeParse(set);
  if (!result.success) throw new Error(`The configuration is not valid\n${z.prettifyError(result.error)}`);
  return Object.freeze(result.data);
}

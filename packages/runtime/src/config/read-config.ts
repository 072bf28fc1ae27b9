import { z } from 'zod';

/** Returns a value without blanks and quotes around it, which files with CRLF and the `--env-file` of Docker leave; what is blank within quotes is empty. */
export function bareValue(value: string | undefined): string | undefined {
  const bare = value?.trim().replace(/^(["'])(.*)\1$/s, '$2');
  return bare?.trim() === '' ? '' : bare;
}

/** Throws where a variable is blank whose setting has the metadata `blank: 'refused'`: unset, it would allow more. */
function refuseBlank(schema: z.ZodObject, environment: NodeJS.ProcessEnv): void {
  for (const [name, setting] of Object.entries(schema.shape))
    if (bareValue(environment[name]) === '' && (setting as z.ZodType).meta()?.['blank'] === 'refused')
      throw new Error(`The configuration is not valid\n✖ ${name} is blank: set it, or leave it out`);
}

/**
 * Reads the environment once, at the top of a program. A blank value counts as unset, but where a setting says otherwise. Nothing else may
 * look at process.env.
 */
export function readConfig<Schema extends z.ZodObject>(
  schema: Schema,
  environment: NodeJS.ProcessEnv = process.env,
): Readonly<z.output<Schema>> {
  refuseBlank(schema, environment);
  const values = Object.entries(environment).map(([name, value]) => [name, bareValue(value)] as const);
  const set = Object.fromEntries(values.filter(([, value]) => value));
  const result = schema.safeParse(set);
  if (!result.success) throw new Error(`The configuration is not valid\n${z.prettifyError(result.error)}`);
  return Object.freeze(result.data);
}

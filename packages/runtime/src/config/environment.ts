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

/** Variables of this process that a program it starts needs as well; those that are unset are left out. */
export function inheritedEnvironment(...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

/**
 * Sets a variable that a native library reads for itself, unless the operator has set it.
 * It must be called before the library is loaded.
 */
export function presetEnvironment(name: string, value: string): void {
  process.env[name] ??= value;
}

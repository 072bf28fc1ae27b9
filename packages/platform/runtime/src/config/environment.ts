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

/** Variables of this process that a program it starts needs as well; those that are unset are left out. */
export function inheritedEnvironment(...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

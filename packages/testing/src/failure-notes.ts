/** Where the environment of tests looks, which is no module of this package. */
const notes = Symbol.for('docfleet.failure-notes');

/** Has a description printed of what a failed test was looking at, until the function that is returned is called. It must not throw. */
export function noteFailures(describe: () => Promise<string>): () => void {
  const registry = globalThis as { [notes]?: Set<() => Promise<string>> };
  registry[notes] ??= new Set();
  registry[notes].add(describe);
  return () => void registry[notes]?.delete(describe);
}

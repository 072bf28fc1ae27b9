/** Key of the registry that the test environment reads: the environment cannot import this package. */
const notes = Symbol.for('docfleet.failure-notes');

/** Registers a description that is printed when a test fails, until the returned function is called. `describe` must not throw. */
export function noteFailures(describe: () => Promise<string>): () => void {
  const registry = globalThis as { [notes]?: Set<() => Promise<string>> };
  registry[notes] ??= new Set();
  registry[notes].add(describe);
  return () => void registry[notes]?.delete(describe);
}

/**
 * Returns `run`, Jest's `test` or `describe`, when `holds`; otherwise its `skip`, and prints the reason. `run` is an argument because this
 * package is also used outside of Jest.
 */
export function runWhere<Run extends { skip: unknown }>(
  run: Run,
  holds: boolean,
  reason: string,
): Run | Run['skip'] {
  if (holds) return run;
  process.stderr.write(`Skipped: ${reason}\n`);
  return run.skip;
}

/** A reason not to start that its reader can do something about: one line that says what. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
}

/** What the terminal shows when the fleet does not start; the log has the rest. */
export function explainFailure(error: unknown, logFile: string): string {
  if (error instanceof StartFailure) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  return `docfleet did not start: ${message.split('\n')[0]} (more in ${logFile})`;
}

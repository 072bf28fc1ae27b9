/** A reason not to start that its reader can do something about: one line that says what. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
}

/** Returns the message for the terminal when the fleet does not start; details are in the log. */
export function explainFailure(error: unknown, logFile: string): string {
  if (error instanceof StartFailure) return error.message;
  return `docfleet did not start: ${firstReason(error)} (more in ${logFile})`;
}

/** Beginning of the database client's messages, before the reason. */
const opening = /^Invalid `prisma\.[^`]*` invocation/;

/** Returns the first message that is not empty of an error, of those that it collects, and of its causes; else its name. */
function firstReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const line = error.message.split('\n').find((text) => text.trim() !== '' && !opening.test(text));
  if (line !== undefined) return line.trim();
  const [first] = error instanceof AggregateError ? (error.errors as readonly unknown[]) : [];
  const inner = first ?? error.cause;
  return inner === undefined ? ((error as { code?: string }).code ?? error.name) : firstReason(inner);
}

import { isDatabaseUnavailable } from '@docfleet/domain/database';
import { AppError } from '@docfleet/errors';

/** Something that the operator can mend: one line that says what. */
export class OperatorFailure extends Error {
  override readonly name = 'OperatorFailure';
}

/** A command that did what it was asked to and has said already what it found: only the exit code tells of it. */
export class FoundSomething extends Error {
  override readonly name = 'FoundSomething';
}

/** What the terminal shows of a failure. */
export function explainFailure(error: unknown): string {
  if (error instanceof AppError) return `${error.message} (${error.code})`;
  if (isDatabaseUnavailable(error))
    return 'The database cannot be reached: is the fleet, or its PostgreSQL, running?';
  return error instanceof Error ? error.message : String(error);
}

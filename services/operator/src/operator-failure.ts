import {
  isDatabaseUnavailable,
  isStatementLost,
  poolerAdvice,
  unreachableDatabase,
} from '@docfleet/domain/database';
import { AppError } from '@docfleet/errors';

/** A fault that the operator can correct: one line that says what. */
export class OperatorFailure extends Error {
  override readonly name = 'OperatorFailure';
}

/** A completed command that has printed its findings: only the exit code reports them. */
export class FoundSomething extends Error {
  override readonly name = 'FoundSomething';
}

/** Returns the message for the terminal about a failure. */
export function explainFailure(error: unknown): string {
  if (error instanceof AppError) return `${error.message} (${error.code})`;
  if (isStatementLost(error)) return poolerAdvice;
  if (isDatabaseUnavailable(error))
    return 'The database cannot be reached: is the fleet, or its PostgreSQL, running?';
  const message = error instanceof Error ? error.message : String(error);
  const [, refused] = /Error opening a TLS connection: (.+)/.exec(message) ?? [];
  return refused === undefined ? message : unreachableDatabase(refused);
}

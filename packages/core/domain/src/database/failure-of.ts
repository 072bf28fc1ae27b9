import { isDatabaseUnavailable, stateOf } from '@docfleet/database';
import { AppError } from '@docfleet/errors';

const retryAfterMs = 2_000;

/** Resources that the database reports as exhausted, by SQLSTATE: it is reached, and waiting for the network would be the wrong thing to do. */
const lacking: Readonly<Record<string, string>> = {
  '53100': 'The database has no disk space left',
  '53200': 'The database is out of memory',
  '53300': 'The database has no connection left',
  '25006': 'The database accepts no writes',
};

/**
 * Returns any thrown value as an AppError. An unavailable database is not a failure of the work that needed it: the work waits without
 * counting an attempt.
 */
export function failureOf(cause: unknown): AppError {
  if (!isDatabaseUnavailable(cause)) return AppError.from(cause);
  const reason = lacking[stateOf(cause)] ?? 'The service cannot reach its database';
  return new AppError('SERVICE_UNAVAILABLE', `${reason}: try again soon`, {
    cause,
    details: { retryAfterMs: retryAfterMs },
  });
}

import { isDatabaseUnavailable } from '@docfleet/database';
import { AppError } from '@docfleet/errors';

const retryAfterMs = 2_000;

/**
 * Returns any thrown value as an AppError. An unavailable database is not a failure of the work that needed it: the work waits without
 * counting an attempt.
 */
export function failureOf(cause: unknown): AppError {
  if (!isDatabaseUnavailable(cause)) return AppError.from(cause);
  return new AppError('SERVICE_UNAVAILABLE', 'The service cannot reach its database: try again soon', {
    cause,
    details: { retryAfterMs: retryAfterMs },
  });
}

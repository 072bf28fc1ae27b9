import { isDatabaseUnavailable } from '@docfleet/database';
import { AppError } from '@docfleet/errors';

const retryAfterMs = 2_000;

/** Gives any thrown value back as an AppError. That the database is away is no failure of the work that met it: it waits for its turn. */
export function failureOf(cause: unknown): AppError {
  if (!isDatabaseUnavailable(cause)) return AppError.from(cause);
  return new AppError('SERVICE_UNAVAILABLE', 'The service cannot reach its database: try again soon', {
    cause,
    details: { retryAfterMs: retryAfterMs },
  });
}

import { isDatabaseUnavailable, Prisma, stateOf } from '@docfleet/database';
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

const attempts = 5;
/** Prisma's code for a deadlock or a write conflict of transactions. */
const writeConflict = 'P2034';
/** deadlock_detected, serialization_failure: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const states = /\b(?:40P01|40001)\b|deadlock detected/;

const isDeadlock = (error: unknown) =>
  error instanceof Prisma.PrismaClientKnownRequestError &&
  (error.code === writeConflict || states.test(error.message));

/** Retries a transaction that PostgreSQL rolled back because of a deadlock. */
export async function retryDeadlocks<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === attempts || !isDeadlock(error)) throw error;
    }
  }
}

import { Prisma } from '@docfleet/database';

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

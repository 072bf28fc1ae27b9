import { setTimeout as sleep } from 'node:timers/promises';

/** A statement that waits for a table lock blocks all later ones: it times out soon, and is retried after they have run. */
const lockTimeoutMs = 1_000;
const pauseMs = 1_000;
/** About ten minutes: a transaction that is still open then will not end. */
const maxAttempts = 300;

/** lock_not_available: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const isLocked = (error: unknown) => (error as { code?: string }).code === '55P03';

/** These block no other statement while they wait, and cannot be retried: a failed one leaves an invalid index. */
const isConcurrent = (script: string) => /\bCONCURRENTLY\b/i.test(script);

/**
 * Runs a migration script as one transaction. It waits for a table lock for at most a second, and is retried after a lock timeout.
 * A script with CONCURRENTLY must consist of that one statement. Rejects with the error of PostgreSQL.
 */
export async function runWithLockRetries(
  query: (script: string) => Promise<unknown>,
  script: string,
  attempts = maxAttempts,
): Promise<void> {
  if (isConcurrent(script)) {
    await query(script);
    return;
  }
  for (let attempt = 1; ; attempt += 1) {
    try {
      await query(`SET LOCAL lock_timeout = ${lockTimeoutMs}; ${script}`);
      return;
    } catch (error) {
      if (!isLocked(error) || attempt >= attempts) throw error;
      await sleep(pauseMs);
    }
  }
}

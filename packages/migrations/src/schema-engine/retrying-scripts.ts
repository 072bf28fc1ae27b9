import { setTimeout as sleep } from 'node:timers/promises';

/** Whoever waits for a table makes all others wait behind it: it gives up soon, and asks again when they have passed. */
const lockTimeoutMs = 1_000;
const pauseMs = 1_000;
/** About ten minutes: some transaction holds the table for ever. */
const maxTries = 300;

/** lock_not_available: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const isLocked = (error: unknown) => (error as { code?: string }).code === '55P03';

/** These block nobody, however long they wait, and cannot be tried again: what they began stays. */
const isConcurrent = (script: string) => /\bCONCURRENTLY\b/i.test(script);

/**
 * Runs a migration's script as a whole: PostgreSQL takes it as one transaction, so that one that fails leaves nothing behind. It waits
 * for a table a second at most, and is tried again when it did not get it. A script with CONCURRENTLY must be that one statement.
 */
export async function runPatiently(
  query: (script: string) => Promise<unknown>,
  script: string,
  tries = maxTries,
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
      if (!isLocked(error) || attempt >= tries) throw error;
      await sleep(pauseMs);
    }
  }
}

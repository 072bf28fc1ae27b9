import { hasPooler } from './address.ts';
import { type DatabaseSession, openDatabase } from './database.ts';
import type { ServerFault } from './find-server-faults.ts';
import { isStatementLost } from './is-database-unavailable.ts';

const deadlineMs = 5_000;

/** The remedy for a pooler that keeps no prepared statements. */
export const poolerAdvice =
  'Between docfleet and PostgreSQL is a pooler that uses another connection for each transaction and keeps no prepared statements: add ?pgbouncer=true to DATABASE_URL, or let it keep them (PgBouncer 1.21 or newer with max_prepared_statements=200)';

/** A statement that is prepared by its name at its first use. */
const ask = (session: Pick<DatabaseSession, '$queryRaw'>) => session.$queryRaw`SELECT 1 AS "isThere"`;

/**
 * Finds out whether a connection loses its prepared statements between transactions, which would run statements of other processes in
 * their place: while another transaction holds the server connection that prepared one, it is asked for again.
 */
export async function findPoolerFaults(url: string): Promise<ServerFault[]> {
  if (hasPooler(url)) return [];
  const open = () => openDatabase({ url, poolSize: 1, statementTimeoutMs: deadlineMs });
  const [one, other] = [open(), open()];
  try {
    await ask(one);
    await other.$transaction(
      async (transaction) => {
        await ask(transaction);
        await ask(one);
      },
      { maxWait: deadlineMs, timeout: deadlineMs },
    );
    return [];
  } catch (error) {
    return isStatementLost(error) ? [{ sentence: poolerAdvice, isLasting: true }] : [];
  } finally {
    await Promise.all([one.$disconnect(), other.$disconnect()]);
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import type { FaultFleet } from '../fault-fleet.ts';

const betweenMs = 100;
const waitTimeoutMs = 120_000;

/** Has PostgreSQL end sessions in the middle of their transactions, so many. */
export async function abortTransactions({ database }: FaultFleet, count: number): Promise<void> {
  const deadline = Date.now() + waitTimeoutMs;
  let aborted = 0;
  while (aborted < count) {
    if (Date.now() > deadline) throw new Error(`no more than ${aborted} transactions were met`);
    await pause(betweenMs);
    const rows = await database.$queryRaw<{ ended: boolean }[]>`
      SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity
       WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND backend_xid IS NOT NULL
       ORDER BY random() LIMIT 1`;
    aborted += rows.length;
  }
}

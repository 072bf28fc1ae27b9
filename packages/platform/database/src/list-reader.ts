import { type Database, isDatabaseUnavailable } from './database.ts';

/** Reader of lists and statistics, which may be a few seconds old. */
export interface ListReader {
  /** Reads from the replica where it can be trusted, else from the database itself. The work may be done twice. */
  read<Result>(work: (database: Database) => Promise<Result>): Promise<Result>;
  close(): void;
}

/** Interval of checks of the replica: it is used while it has everything that the database had at the check before. */
const lookEveryMs = 2_000;

/** A replica that applies a change cancels conflicting queries: https://www.postgresql.org/docs/17/hot-standby.html#HOT-STANDBY-CONFLICT */
const isConflict = (error: unknown) =>
  error instanceof Error && error.message.includes('conflict with recovery');

async function inTime<Result>(answer: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('The replica is late')), lookEveryMs);
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer));
}

/** Returns the current position of the primary's write-ahead log. */
async function positionOf(primary: Database): Promise<string> {
  const [row] = await primary.$queryRaw<
    { position: string }[]
  >`SELECT pg_current_wal_lsn()::text AS position`;
  return row?.position ?? '0/0';
}

/**
 * Tests whether the replica has applied everything up to a position; one that does not report its position, as of some vendors, is trusted.
 */
async function hasReached(replica: Database, position: string): Promise<boolean> {
  const [row] = await replica.$queryRaw<{ reached: boolean }[]>`
    SELECT coalesce(pg_last_wal_replay_lsn() >= ${position}::pg_lsn, true) AS reached`;
  return row?.reached ?? false;
}

/** Reads everything from the database itself. */
export function createPrimaryReader(primary: Database): ListReader {
  return { read: (work) => work(primary), close: () => undefined };
}

/**
 * Reads from a replica that is at most a few seconds behind, and from the database itself while it is unavailable or further behind.
 * `onChange` hears when that changes.
 */
export function createReplicaReader(
  primary: Database,
  replica: Database,
  onChange: (state: { isUsed: boolean; error?: unknown }) => void,
): ListReader {
  let isUsed = false;
  let position: string | undefined;

  function use(wanted: boolean, error?: unknown): void {
    if (wanted !== isUsed) onChange({ isUsed: wanted, ...(error !== undefined && { error }) });
    isUsed = wanted;
  }

  async function look(): Promise<void> {
    try {
      const before = position;
      position = await inTime(positionOf(primary));
      if (before !== undefined) use(await inTime(hasReached(replica, before)));
    } catch (error) {
      use(false, error);
    }
  }

  let timer: NodeJS.Timeout | undefined;
  /** From the first list on: most processes read none. */
  function watch(): void {
    if (timer) return;
    timer = setInterval(() => void look(), lookEveryMs).unref();
    void look();
  }

  return {
    async read(work) {
      watch();
      if (!isUsed) return work(primary);
      try {
        return await work(replica);
      } catch (error) {
        if (!isDatabaseUnavailable(error) && !isConflict(error)) throw error;
        use(false, error);
        return work(primary);
      }
    },
    close: () => clearInterval(timer),
  };
}

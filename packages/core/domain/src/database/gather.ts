import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseUnavailable } from '@docfleet/database';

export interface GatherOptions<Entry> {
  /** Statements that may be under way at once. */
  readonly maxUnderWay: number;
  /** Maximum entries per statement. */
  readonly maxEntries: number;
  /** Time that a statement waits for more entries, in milliseconds; by default an idle database receives it immediately. */
  readonly lingerMs?: number;
  /** The weight of an entry, if the total weight is limited too; a single entry may exceed the limit. */
  readonly weigh?: (entry: Entry) => number;
  readonly maxWeight?: number;
}

interface Waiting<Entry, Result> {
  readonly entry: Entry;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Combines concurrent calls into common statements (group commit): calls that arrive while the database is busy share the next statement.
 * `together` returns a result for each entry in order. Entries that fail together are retried one by one, so that none fails because of
 * another.
 */
export function gather<Entry, Result>(
  together: (entries: readonly Entry[]) => Promise<readonly Result[]>,
  { maxUnderWay, maxEntries, lingerMs, weigh = () => 0, maxWeight = 0 }: GatherOptions<Entry>,
): (entry: Entry) => Promise<Result> {
  type One = Waiting<Entry, Result>;
  const waiting: One[] = [];
  let underWay = 0;

  function takeBatch(): One[] {
    let weight = 0;
    let count = 0;
    for (const { entry } of waiting) {
      weight += weigh(entry);
      if (count === maxEntries || (count > 0 && weight > maxWeight)) break;
      count += 1;
    }
    return waiting.splice(0, count);
  }

  async function work(batch: readonly One[]): Promise<void> {
    try {
      const results = await together(batch.map(({ entry }) => entry));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (batch.length === 1 || isDatabaseUnavailable(error)) for (const { reject } of batch) reject(error);
      else for (const one of batch) await work([one]);
    }
  }

  async function workOffWhatWaits(): Promise<void> {
    underWay += 1;
    while (waiting.length > 0) {
      if (lingerMs !== undefined && waiting.length < maxEntries) await pause(lingerMs);
      await work(takeBatch());
    }
    underWay -= 1;
  }

  return (entry) =>
    new Promise((resolve, reject) => {
      waiting.push({ entry, resolve, reject });
      if (underWay < maxUnderWay) void workOffWhatWaits();
    });
}

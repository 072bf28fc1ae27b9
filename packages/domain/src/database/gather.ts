import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseUnavailable } from '@docfleet/database';

export interface GatherOptions<Entry> {
  /** Statements that may be under way at once. */
  readonly maxUnderWay: number;
  /** Entries of one statement. */
  readonly maxEntries: number;
  /** How long a statement waits for more entries; unset, an idle database is asked at once. */
  readonly lingerMs?: number;
  /** What an entry weighs, where that is bounded too; one alone may weigh more. */
  readonly weigh?: (entry: Entry) => number;
  readonly maxWeight?: number;
}

interface Waiting<Entry, Result> {
  readonly entry: Entry;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Gathers what is asked for concurrently into common statements (group commit): whoever comes while the database is busy shares
 * the next statement. `together` gives a result for each entry, in their order. What fails together
 * is tried alone, so that nobody fails for another's sake.
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

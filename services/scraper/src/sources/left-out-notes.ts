import { type LeftOut, noteLeftOut } from '@docfleet/domain/run';
import type { ScraperContext } from '../context.ts';

const batchSize = 500;

/** Notes what a listing leaves out in the account of its run, batch by batch. */
export function createLeftOutNotes(database: ScraperContext['database'], ingestJobRunId: string) {
  let waiting: LeftOut[] = [];
  const flush = async () => {
    const batch = waiting;
    waiting = [];
    await noteLeftOut(database, ingestJobRunId, batch);
  };
  return {
    async add(leftOut: readonly LeftOut[]): Promise<void> {
      waiting.push(...leftOut);
      if (waiting.length >= batchSize) await flush();
    },
    flush,
  };
}

import type { IngestJobRun } from '@docfleet/sdk';
import type { SyncConfig } from './connectors.ts';

/** The part of a connection that a run read. The routes of ingestion wrote it, so that it has this shape. */
export const syncConfigOf = ({ ingestConfig }: IngestJobRun): SyncConfig =>
  ingestConfig.config as unknown as SyncConfig;

/** The newest run of each part of a connection. `runs` are sorted, the newest first. */
export function partsOf(runs: readonly IngestJobRun[], connectionId: string): IngestJobRun[] {
  const parts = new Map<string, IngestJobRun>();
  for (const run of runs) {
    const config = syncConfigOf(run);
    const part = JSON.stringify(config.externalIds ?? null);
    if (config.connectionId === connectionId && !parts.has(part)) parts.set(part, run);
  }
  return [...parts.values()];
}

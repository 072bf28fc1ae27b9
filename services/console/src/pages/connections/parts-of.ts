import type { IngestJobRun } from '@docfleet/sdk';
import type { SyncConfig } from './connectors.ts';

/** Returns the selection and settings of a sync from its run. The ingestion routes wrote them, which guarantees their shape. */
export const syncConfigOf = ({ ingestConfig }: IngestJobRun): SyncConfig =>
  ingestConfig.config as unknown as SyncConfig;

/** Returns the newest run of each part of a connection. `runs` are sorted, the newest first. */
export function partsOf(runs: readonly IngestJobRun[], connectionId: string): IngestJobRun[] {
  const parts = new Map<string, IngestJobRun>();
  for (const run of runs) {
    const config = syncConfigOf(run);
    const part = JSON.stringify(config.externalIds ?? null);
    if (config.connectionId === connectionId && !parts.has(part)) parts.set(part, run);
  }
  return [...parts.values()];
}

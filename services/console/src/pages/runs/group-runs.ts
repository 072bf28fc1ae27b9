import type { IngestJobRun } from '@docfleet/sdk';

/** Files that were uploaded together. Each has its own run, which would fill the list with hundreds of rows. */
export interface RunGroup {
  /** The newest first. */
  readonly runs: readonly IngestJobRun[];
  /** The folder that they were dropped with; empty: none. */
  readonly folder: string;
}

/** Smaller groups are listed one by one. */
const minGroupSize = 5;
/** Files of one upload follow each other closely. */
const maxPauseMs = 2 * 60_000;

function folderOf({ ingestConfig: { config } }: IngestJobRun): string {
  const name = typeof config['name'] === 'string' ? config['name'] : '';
  return name.includes('/') ? name.slice(0, name.indexOf('/')) : '';
}

const createdAt = (run: IngestJobRun) => Date.parse(run.createdAt.isoString);

function belongTogether(newer: IngestJobRun, older: IngestJobRun): boolean {
  return (
    newer.ingestConfig.source === 'LOCAL_FILE' &&
    older.ingestConfig.source === 'LOCAL_FILE' &&
    newer.tenantId === older.tenantId &&
    folderOf(newer) === folderOf(older) &&
    createdAt(newer) - createdAt(older) < maxPauseMs
  );
}

/** Groups files that were uploaded together; all other runs remain single. `runs` are sorted, the newest first, and so are the groups. */
export function groupRuns(runs: readonly IngestJobRun[]): RunGroup[] {
  const groups: IngestJobRun[][] = [];
  let last: IngestJobRun | undefined;
  for (const run of runs) {
    if (last && belongTogether(last, run)) groups.at(-1)?.push(run);
    else groups.push([run]);
    last = run;
  }
  return groups.flatMap((together) =>
    together.length < minGroupSize
      ? together.map((run) => ({ runs: [run], folder: '' }))
      : [{ runs: together, folder: together[0] ? folderOf(together[0]) : '' }],
  );
}

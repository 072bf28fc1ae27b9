import type { IngestJobRun } from '@docfleet/sdk';

/**
 * Runs of files that were uploaded together, as one row: a folder would fill the list with hundreds of rows. Any other run is a group of
 * its own.
 */
export interface RunGroup {
  /** Runs of the group, the newest first. */
  readonly runs: readonly IngestJobRun[];
  /** Name of the folder that was uploaded; empty for none. */
  readonly folder: string;
}

/** Minimum size of a group; the runs of smaller ones are listed one by one. */
const minGroupSize = 5;
/** Maximum time between the runs of two consecutive files of one group. */
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

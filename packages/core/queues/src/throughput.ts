import { jobResult } from './run-job.ts';

/** Seconds per job before anything was measured: ten at once, one second each. */
const unmeasuredSeconds = 0.1;

interface Done {
  readonly begin: number;
  readonly end: number;
  readonly slots: number;
  readonly worker: string;
}

function readDone([processedOn, finishedOn, result]: readonly (string | null)[]): Done[] {
  if (!processedOn || !finishedOn || !result) return [];
  // Another version may have returned something else.
  const { data } = jobResult.safeParse(JSON.parse(result));
  return data ? [{ begin: Number(processedOn), end: Number(finishedOn), ...data }] : [];
}

/** Milliseconds since a moment in which a worker did any of these jobs. */
function busyMs(jobs: readonly Done[], since: number): number {
  let total = 0;
  let until = since;
  for (const { begin, end } of jobs.toSorted((one, other) => one.begin - other.begin)) {
    total += Math.max(0, end - Math.max(begin, until));
    until = Math.max(until, end);
  }
  return total;
}

/**
 * Returns the milliseconds that a worker takes for all of these jobs: its busy time, if it was fully occupied. If it was not, the share that
 * each job took of the slots is less.
 */
const workMs = (jobs: readonly Done[], since: number) =>
  Math.min(
    busyMs(jobs, since),
    jobs.reduce((sum, { begin, end, slots }) => sum + (end - begin) / slots, 0),
  );

/**
 * Returns the seconds that one replica takes for a job, from the times and results of the last ones, of which at most `max` are given; the
 * mean of all replicas.
 */
export function secondsPerJob(last: readonly (readonly (string | null)[])[], max: number): number {
  const done = last.flatMap(readDone);
  if (done.length === 0) return unmeasuredSeconds;
  // Other jobs ended before the first of these: only the time since then is theirs.
  const since = last.length < max ? 0 : Math.min(...done.map(({ end }) => end));
  const counted = done.filter(({ end }) => end > since);
  if (counted.length === 0) return unmeasuredSeconds;
  const workers = Map.groupBy(counted, ({ worker }) => worker).values();
  return workers.reduce((sum, jobs) => sum + workMs(jobs, since), 0) / counted.length / 1_000;
}

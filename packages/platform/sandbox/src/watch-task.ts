import { setTimeout as sleep } from 'node:timers/promises';
import { groupUsage } from './group-usage.ts';

/** A task under way, in milliseconds of `performance.now()`. */
export interface RunningTask {
  readonly startedAt: number;
  /** Time of the last report of progress. */
  progressAt: number;
  settled: boolean;
}

export function beginTask(): RunningTask {
  const now = performance.now();
  return { startedAt: now, progressAt: now, settled: false };
}

const everyMs = 100;

/** Factor by which the timeout of a task is longer while it uses no processor time. */
const waitingFactor = 3;

/**
 * Milliseconds that a task has worked since its last progress: of the clock, or of the processor where that is less, as on a machine
 * that is busy with other work.
 */
function createQuietTime(task: RunningTask): (now: number, time: number | undefined) => number {
  let progressAt = task.progressAt;
  let timeAtProgress: number | undefined;
  return (now, time) => {
    if (timeAtProgress === undefined || task.progressAt !== progressAt) timeAtProgress = time;
    progressAt = task.progressAt;
    const waited = now - progressAt;
    const worked = time === undefined || timeAtProgress === undefined ? waited : time - timeAtProgress;
    return Math.max(waited / waitingFactor, Math.min(waited, worked));
  };
}

/** Resolves with the limit that a task has reached, or with undefined when it has settled within all of them. */
export async function watchTask(
  task: RunningTask,
  pid: number,
  limits: SandboxLimits,
): Promise<'time' | 'memory' | undefined> {
  const quietTime = createQuietTime(task);
  while (!task.settled) {
    await sleep(everyMs);
    const now = performance.now();
    const usage = groupUsage(pid);
    if (quietTime(now, usage?.timeMs) > limits.quietMs || now - task.startedAt > limits.totalMs)
      return 'time';
    if (usage && usage.memoryBytes > limits.memoryBytes) return 'memory';
  }
  return undefined;
}

/** Limits of one task. */
export interface SandboxLimits {
  /** Milliseconds of processor time without a report of progress; three times as many where the task waits. */
  readonly quietMs: number;
  /** Milliseconds in all, whatever progress there is. */
  readonly totalMs: number;
  /** Bytes of memory of the child and all processes that it starts. */
  readonly memoryBytes: number;
}

import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Linux reports memory in pages of this size on every platform that Node supports. */
const pageBytes = 4_096;
/** Linux counts processor time in hundredths of a second for programs. https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
const tickMs = 10;
/** Indexes of utime, stime and those of ended children among the fields after the name of a process, which may contain blanks. */
const timeFields = [11, 12, 13, 14];
/** Resident pages, of the same fields. */
const residentField = 21;

/**
 * Reads a file of /proc, which the kernel writes from its memory: at once, as that takes 10 µs, and a twentieth of what a promise of it
 * takes. Ten times a second for each child, promises held up the requests of a busy process. Empty where there is no such file.
 */
function readProc(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** The processes that a process has started, from any of its threads. */
export const childrenOf = (pid: number): number[] =>
  threadsOf(pid).flatMap((thread) =>
    (readProc(`/proc/${pid}/task/${thread}/children`).match(/\d+/g) ?? []).map(Number),
  );

/** Processor time and memory of a process and all that it has started. */
export interface GroupUsage {
  /** Milliseconds of processor time so far. */
  readonly timeMs: number;
  /** Bytes of memory now. */
  readonly memoryBytes: number;
}

/** Reads /proc; undefined where there is none of that, as on macOS, or where the process is gone. */
export function groupUsage(pid: number): GroupUsage | undefined {
  const stat = readProc(`/proc/${pid}/stat`);
  if (stat === '') return undefined;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const own = {
    timeMs: timeFields.reduce((sum, field) => sum + Number(fields[field] ?? 0) * tickMs, 0),
    memoryBytes: Number(fields[residentField] ?? 0) * pageBytes,
  };
  return childrenOf(pid).reduce<GroupUsage>((sum, child) => {
    const usage = groupUsage(child);
    return usage
      ? { timeMs: sum.timeMs + usage.timeMs, memoryBytes: sum.memoryBytes + usage.memoryBytes }
      : sum;
  }, own);
}

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
  /** Timeout of the whole task in milliseconds, regardless of progress. */
  readonly totalMs: number;
  /** Bytes of memory of the child and all processes that it starts. */
  readonly memoryBytes: number;
}

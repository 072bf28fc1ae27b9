import { setTimeout as sleep } from 'node:timers/promises';
import { groupMemory } from './group-memory.ts';

/** A task under way, in milliseconds of `performance.now()`. */
export interface RunningTask {
  readonly startedAt: number;
  /** When progress was reported last. */
  progressAt: number;
  settled: boolean;
}

export function beginTask(): RunningTask {
  const now = performance.now();
  return { startedAt: now, progressAt: now, settled: false };
}

const everyMs = 100;

/** Resolves with the limit that a task has reached, or with undefined when it has settled within all of them. */
export async function watchTask(
  task: RunningTask,
  pid: number,
  limits: SandboxLimits,
): Promise<'time' | 'memory' | undefined> {
  while (!task.settled) {
    await sleep(everyMs);
    const now = performance.now();
    if (now - task.progressAt > limits.quietMs || now - task.startedAt > limits.totalMs) return 'time';
    if ((await groupMemory(pid)) > limits.memoryBytes) return 'memory';
  }
  return undefined;
}

/** What one task may take. */
export interface SandboxLimits {
  /** Milliseconds without a report of progress. */
  readonly quietMs: number;
  /** Milliseconds in all, whatever progress there is. */
  readonly totalMs: number;
  /** Of the child and all processes that it starts. */
  readonly memoryBytes: number;
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { AppError } from '@docfleet/errors';
import { groupMemory } from './group-memory.ts';
import { type ConversionLimits, tooComplex } from './limits.ts';

/** A conversion under way, in milliseconds of `performance.now()`. */
export interface Job {
  readonly startedAt: number;
  /** When there was progress last. */
  heardAt: number;
  settled: boolean;
}

const everyMs = 100;

/** Resolves with the limit that a job has reached, or with undefined when it has settled within all of them. */
export async function watchJob(
  job: Job,
  pid: number,
  limits: ConversionLimits,
): Promise<AppError | undefined> {
  while (!job.settled) {
    await sleep(everyMs);
    const now = performance.now();
    if (now - job.heardAt > limits.quietMs || now - job.startedAt > limits.totalMs) return tooComplex('time');
    if ((await groupMemory(pid)) > limits.memoryBytes) return tooComplex('memory');
  }
  return undefined;
}

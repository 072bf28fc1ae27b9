import { readFile } from 'node:fs/promises';

/** Resources that a process has used since its start. */
export interface ProcessUsage {
  /** Largest resident memory, in MB. */
  readonly peakMemory: number;
  /** Seconds of the processor in user and kernel mode. */
  readonly cpuSeconds: number;
}

/** https://www.kernel.org/doc/html/latest/filesystems/proc.html; the kernel's clock has 100 ticks a second for user programs. */
const ticksPerSecond = 100;

/** Reads what Linux counts of a process; NaN elsewhere. */
export async function readProcessUsage(pid: number): Promise<ProcessUsage> {
  const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
  const [status, stat] = await Promise.all([read('status'), read('stat')]);
  // The name in parentheses may hold spaces; user and system time are the twelfth and thirteenth field behind it.
  const [userTicks, systemTicks] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return {
    peakMemory: Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1_024),
    cpuSeconds: ((userTicks ?? Number.NaN) + (systemTicks ?? Number.NaN)) / ticksPerSecond,
  };
}

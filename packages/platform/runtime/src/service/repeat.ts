import { setTimeout as sleep } from 'node:timers/promises';
import { createOutageReport, type Logger } from '../logging/index.ts';
import type { Scope } from './scope.ts';

/** Something that is done repeatedly; running it in two processes at once does no harm. */
export interface Task {
  readonly name: string;
  readonly everyMs: number;
  /** Aborted when the process is about to stop: a long run ends early then. */
  readonly run: (stopping: AbortSignal) => Promise<void>;
}

/** An aborted sleep only ends the wait. */
const stopsEarly = () => undefined;

async function repeatUntil(stopping: AbortSignal, task: Task, logger: Logger): Promise<void> {
  const report = createOutageReport((error, unreported) =>
    logger.warn({ error, task: task.name, unreported }, 'task failed, it will run again'),
  );
  while (!stopping.aborted) {
    await task.run(stopping).catch(report);
    await sleep(task.everyMs, undefined, { signal: stopping }).catch(stopsEarly);
  }
}

/** Runs tasks side by side, each a while after its own last run, until the scope closes; a run that is under way ends first. */
export function repeat(scope: Scope, tasks: readonly Task[], logger: Logger): void {
  const stopping = new AbortController();
  const loops = tasks.map((task) => repeatUntil(stopping.signal, task, logger));
  scope.defer(loops, async () => {
    stopping.abort();
    await Promise.all(loops);
  });
}

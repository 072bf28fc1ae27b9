import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Order, Outcome } from './run-mutants.ts';

/** Modules of earlier mistakes stay loaded. */
const maxBytes = 1.5 * 2 ** 30;

/** How a run ended that could not say so itself. */
type Ended = 'the process ended' | 'it took too long';

export interface MutantProcess {
  /** Runs a file of tests; what takes longer than `silenceMs` is ended. */
  run(order: Order, silenceMs: number): Promise<Outcome | Ended>;
  stop(): void;
}

/** A process for the mistakes, which is started again after one that ended or stopped it. */
export function createMutantProcess(): MutantProcess {
  let child: ChildProcess | undefined;
  const start = () =>
    fork(join(import.meta.dirname, 'run-mutants.ts'), { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const stop = () => {
    child?.kill('SIGKILL');
    child = undefined;
  };
  return {
    stop,
    async run(order, silenceMs) {
      child ??= start();
      const here = child;
      here.send(order);
      const over = new AbortController();
      const signal = AbortSignal.any([over.signal, AbortSignal.timeout(Math.ceil(silenceMs))]);
      const answered = once(here, 'message', { signal }).then(([outcome]) => outcome as Outcome);
      const ended = once(here, 'exit', { signal }).then((): Ended => 'the process ended');
      const outcome = await Promise.race([answered, ended]).catch((): Ended => 'it took too long');
      over.abort();
      await Promise.allSettled([answered, ended]);
      if (typeof outcome === 'string' || outcome.isLate || outcome.memoryBytes > maxBytes) stop();
      return outcome;
    },
  };
}

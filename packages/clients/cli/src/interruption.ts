import { Interrupted } from './cli-failure.ts';
import { exitCodes } from './exit-codes.ts';

interface Signals {
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  exit(code: number): void;
}

/** npm and the terminal may both report the same Ctrl-C. */
const oneKeystrokeMs = 1_000;

/** A signal that the first Ctrl-C aborts, so that what is under way is left in order; a second one exits at once. */
export function listenToSignals(program: Signals): AbortSignal {
  const controller = new AbortController();
  let since = 0;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    program.on(name, () => {
      if (!controller.signal.aborted) {
        since = Date.now();
        controller.abort(new Interrupted('Interrupted'));
      } else if (Date.now() - since > oneKeystrokeMs) program.exit(exitCodes.interrupted);
    });
  return controller.signal;
}

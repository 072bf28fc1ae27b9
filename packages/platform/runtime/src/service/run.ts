import type { Logger } from '../logging/index.ts';
import { keepFilesPrivate } from './private-folders.ts';
import { Scope } from './scope.ts';

/** Less than Kubernetes' default grace period of 30 s, so that a hanging resource is cut by us, with a line in the log. */
const defaultDeadlineMs = 25_000;

/**
 * Resolves with the signal that asks this process to stop. SIGHUP, which says that a terminal closed, does so only where output goes to a
 * terminal: Node resets a SIGHUP that nohup ignores, and nohup redirects the output.
 */
function untilStopped(): Promise<string> {
  const isTerminal = process.stdout.isTTY || process.stderr.isTTY;
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve(signal));
    process.on('SIGHUP', () => isTerminal && resolve('SIGHUP'));
  });
}

/** Lets output end before the program does, as with `npm start | head -1` or a terminal that closes. */
function tolerateClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

function forceExitLater(logger: Logger, deadlineMs: number): void {
  setTimeout(() => {
    logger.error('some resources did not close in time');
    process.exit(1);
  }, deadlineMs).unref();
}

/**
 * Runs a program until a signal arrives, also during its start, then closes everything in reverse order; after 25 seconds, or the
 * given deadline, cuts off the rest. Exits with code 1 in that case, and if the start fails.
 */
export async function run(
  logger: Logger,
  start: (scope: Scope) => Promise<void>,
  deadlineMs: number = defaultDeadlineMs,
): Promise<void> {
  keepFilesPrivate();
  tolerateClosedOutput();
  const scope = new Scope();
  const stopped = untilStopped();
  try {
    const signal = await Promise.race([stopped, start(scope).then(() => stopped)]);
    logger.info({ signal }, 'stopping');
  } catch (error) {
    logger.error({ error }, 'did not start');
    process.exitCode = 1;
  } finally {
    forceExitLater(logger, deadlineMs);
    await scope
      .close()
      .catch((error: unknown) => logger.error({ error }, 'not everything closed in good order'));
    // What a start that was interrupted still holds must not keep the process.
    setImmediate(() => process.exit());
  }
}

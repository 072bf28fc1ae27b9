import type { Logger } from '../logging/index.ts';
import { keepFilesPrivate } from './private-folders.ts';
import { Scope } from './scope.ts';

/** Less than Kubernetes' default grace period of 30 s, so that a hanging resource is cut by us, with a line in the log. */
const usualDeadlineMs = 25_000;

function untilStopped(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => resolve(signal));
  });
}

function forceExitLater(logger: Logger, deadlineMs: number): void {
  setTimeout(() => {
    logger.error('some resources did not close in time');
    process.exit(1);
  }, deadlineMs).unref();
}

/**
 * Starts a program, waits for a signal, also while it starts, then closes everything in reverse order; what is not closed in 25
 * seconds, or the deadline given, is cut off. Exit code 1 then, and when the start fails.
 */
export async function run(
  logger: Logger,
  start: (scope: Scope) => Promise<void>,
  deadlineMs: number = usualDeadlineMs,
): Promise<void> {
  keepFilesPrivate();
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

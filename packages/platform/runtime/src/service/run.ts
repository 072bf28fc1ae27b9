import { setTimeout as sleep } from 'node:timers/promises';
import { createOutageReport, type Logger } from '../logging/index.ts';
import { keepFilesPrivate } from './private-folders.ts';

type Release = () => unknown;

/** Collects opened resources and closes them in reverse order, even when one fails to close. */
export class Scope {
  readonly #releases: Release[] = [];
  #isClosing = false;

  /** Whether it is being closed, and with it all that it holds. */
  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** Returns `resource` and records how to release it. */
  defer<Resource>(resource: Resource, release: (resource: Resource) => unknown): Resource {
    this.#releases.push(() => release(resource));
    return resource;
  }

  /** Releases everything once, the last opened first; rejects with all failures together. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const failures: unknown[] = [];
    for (const release of this.#releases.splice(0).reverse()) {
      await Promise.resolve()
        .then(release)
        .catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Some resources did not close');
  }
}

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
    // Resources of an interrupted start must not keep the process alive.
    setImmediate(() => process.exit());
  }
}

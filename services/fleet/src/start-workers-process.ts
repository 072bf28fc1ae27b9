import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { getPriority, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { supervise } from '@docfleet/embedded';
import type { Logger } from '@docfleet/runtime/logging';
import type { MetricValues } from '@docfleet/runtime/metrics';
import type { Scope } from '@docfleet/runtime/service';
import type { OpenedConfig } from './start-workers.ts';

/** A reason not to start that its reader can do something about: one line that says what. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
}

/** Returns the message for the terminal when the fleet does not start; details are in the log. */
export function explainFailure(error: unknown, logFile: string): string {
  if (error instanceof StartFailure) return error.message;
  return `docfleet did not start: ${firstReason(error)} (more in ${logFile})`;
}

/** Beginning of the database client's messages, before the reason. */
const opening = /^Invalid `prisma\.[^`]*` invocation/;

/** Returns the first message that is not empty of an error, of those that it collects, and of its causes; else its name. */
function firstReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const line = error.message.split('\n').find((text) => text.trim() !== '' && !opening.test(text));
  if (line !== undefined) return line.trim();
  const [first] = error instanceof AggregateError ? (error.errors as readonly unknown[]) : [];
  const inner = first ?? error.cause;
  return inner === undefined ? ((error as { code?: string }).code ?? error.name) : firstReason(inner);
}

const program = fileURLToPath(new URL('./workers.ts', import.meta.url));
/** Niceness of the workers: behind the process that serves requests, and before the children that read untrusted content, at 10. */
const nicer = 5;
const nicest = 19;
/** Longer than the workers take to close what hangs. */
const stopSteps = [
  ['SIGTERM', 27_000],
  ['SIGKILL', 5_000],
] as const;
/** However often they die, requests are served and work is accepted meanwhile. */
const restarts = { firstPauseMs: 100, maxPauseMs: 10_000, restarts: Number.POSITIVE_INFINITY };
const metricsTimeoutMs = 2_000;

export interface WorkersProcess {
  /** The metrics of the workers; none while they are started again. */
  readMetrics(): Promise<MetricValues>;
}

function runBehindRequests({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, Math.min(nicest, getPriority() + nicer));
  } catch {
    // It has ended already, or the machine does not let us: it then competes as an equal.
  }
}

/** Out of reach of the terminal: Ctrl-C stops the process that serves requests, which then stops the workers. */
function launch(settings: Promise<OpenedConfig>): ChildProcess {
  const child = fork(program, {
    detached: true,
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  runBehindRequests(child);
  child.on('error', () => undefined); // Not started: supervision sees that it has no pid.
  // Where it cannot be sent, the child is gone, which its exit reports.
  settings.then(
    (config) => child.connected && child.send(config, () => undefined),
    () => child.kill(),
  );
  return child;
}

/**
 * Starts the workers in a process of their own, of lower priority, and restarts them when they die; they stop with the scope. Loads
 * their code at once, in parallel to opening the resources in `settings`. Rejects when they do not start.
 */
export async function startWorkersProcess(
  scope: Scope,
  settings: Promise<OpenedConfig>,
  { logger, logFile }: { logger: Logger; logFile: string },
): Promise<WorkersProcess> {
  let current: ChildProcess | undefined;
  const ready = new WeakSet<ChildProcess>();
  const workers = await supervise(
    {
      name: 'The workers’ process',
      log: logger,
      logFile,
      stopSteps,
      prepare: async () => undefined,
      launch() {
        const child = launch(settings);
        current = child;
        child.once('message', () => {
          ready.add(child);
          logger.info({ workersPid: child.pid }, 'the workers are ready');
        });
        return child;
      },
      isReady: async (child) => ready.has(child),
    },
    restarts,
  );
  scope.defer(workers, (running) => running.stop());
  return {
    async readMetrics() {
      if (!current?.connected || !ready.has(current)) return [];
      const reply = once(current, 'message', { signal: AbortSignal.timeout(metricsTimeoutMs) });
      current.send('metrics', () => undefined);
      const [values] = (await reply.catch(() => [[]])) as [MetricValues];
      return values;
    },
  };
}

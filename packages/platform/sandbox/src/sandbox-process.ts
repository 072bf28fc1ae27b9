import { AppError, type ErrorCode } from '@docfleet/errors';
import type { SandboxReport } from './serve-tasks.ts';
import { startChild } from './start-child.ts';
import { beginTask, type RunningTask, type SandboxLimits, watchTask } from './watch-task.ts';

const errorTailLength = 4_000;

interface Child {
  readonly pid: number;
  send(task: object): void;
  /** Ends it with all processes that it has started. */
  kill(): void;
}

/** Reason why a child ended by itself: out of memory, by a crash, or because it could not be started. */
type ChildEnd = { readonly why: 'memory' | 'crash' | 'not-started'; readonly cause: Error };

interface ChildEvents<Report> {
  onReport(report: Report): void;
  /** Called once, when the child cannot be used any more. */
  onEnd(end: ChildEnd): void;
}

function crashOf(errorOutput: string): ChildEnd {
  const isOutOfMemory = /heap out of memory|Array buffer allocation failed/.test(errorOutput);
  const cause = new Error(errorOutput || 'The process ended without a message');
  return { why: isOutOfMemory ? 'memory' : 'crash', cause };
}

function killGroup(pid: number): void {
  try {
    // The whole group: programs that the child has started would continue without it.
    if (pid > 0) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Starts a child process that runs `script` and listens to it. */
function openChild<Report>(
  script: string,
  heapMegabytes: number,
  { onReport, onEnd }: ChildEvents<Report>,
): Child {
  const child = startChild(script, heapMegabytes);
  const pid = child.pid ?? 0;
  let errorOutput = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errorOutput = (errorOutput + text).slice(-errorTailLength);
  });
  child.on('message', (message) => onReport(message as Report));
  child.once('error', (cause) => onEnd({ why: 'not-started', cause }));
  child.once('close', () => onEnd(crashOf(errorOutput)));
  return {
    pid,
    // A task that cannot be sent means that the child has exited, which `close` reports.
    send: (task) => child.send(task, () => undefined),
    kill: () => killGroup(pid),
  };
}

/** Reason why a child process ended. */
export type SandboxEnd = 'time' | 'memory' | 'crash' | 'not-started' | 'aborted' | 'grown' | 'closed';

/** Noun for the input, such as `page`, and the codes of a task whose process reached a limit or crashed. */
interface SandboxSubject {
  readonly name: string;
  readonly tooComplex: ErrorCode;
  readonly unreadable: ErrorCode;
}

const limitReached = ({ name, tooComplex }: SandboxSubject, limit: 'time' | 'memory') =>
  new AppError(tooComplex, `The ${name} takes more ${limit} to read than a ${name} may`, {
    details: { limit },
  });

const crashed = ({ name, unreadable }: SandboxSubject, cause: Error) =>
  new AppError(unreadable, `The ${name} is damaged in a way that its reader did not survive`, {
    cause,
    details: { limit: 'crash' },
  });

/** Share of the memory limit for the heap; the rest is for memory outside it. */
const heapShare = 0.75;
const heapMegabytes = ({ memoryBytes }: SandboxLimits) => Math.floor((memoryBytes * heapShare) / 2 ** 20);

function toError<Result>({ code, message, details, stack }: SandboxReport<Result> & { kind: 'failed' }) {
  return new AppError(code, message, { details, ...(stack && { cause: new Error(stack) }) });
}

export interface SandboxOptions {
  /** The program of the children, which must call `serveTasks`. */
  readonly script: string;
  readonly limits: SandboxLimits;
  readonly reads: SandboxSubject;
  /** Called once for each child, when it ends. */
  readonly onEnd: (why: SandboxEnd) => void;
}

interface Ended {
  readonly why: 'memory' | 'crash' | 'not-started';
  readonly cause: Error;
}

/** The error for waiting callers; no task is to blame for a child that ends before it gets one. */
function endError({ why, cause }: Ended, reads: SandboxSubject, isReady: boolean): AppError {
  if (!isReady) return new AppError('SERVICE_UNAVAILABLE', 'No child process could be started', { cause });
  return why === 'memory' ? limitReached(reads, 'memory') : crashed(reads, cause);
}

async function withAbort<Result>(
  signal: AbortSignal,
  onAbort: () => void,
  work: () => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  signal.addEventListener('abort', onAbort, { once: true });
  return await work().finally(() => signal.removeEventListener('abort', onAbort));
}

/** The options of one task. */
export interface TaskOptions {
  readonly signal: AbortSignal;
  /** Called with what the task reports of its progress. */
  readonly onProgress?: ((progress: object) => void) | undefined;
}

/** One warm child process, which performs one task at a time. */
export class SandboxProcess<Task extends object, Result> {
  readonly #ready = Promise.withResolvers<void>();
  readonly #child: Child;
  readonly #options: SandboxOptions;
  #outcome = Promise.withResolvers<Result>();
  #running: RunningTask | undefined;
  #onProgress: TaskOptions['onProgress'];
  #isReady = false;
  #usable = true;

  constructor(options: SandboxOptions) {
    this.#options = options;
    const { script, limits, reads } = options;
    this.#child = openChild<SandboxReport<Result>>(script, heapMegabytes(limits), {
      onReport: (report) => this.#onReport(report),
      onEnd: (ended) =>
        this.#end(endError(ended, reads, this.#isReady), this.#isReady ? ended.why : 'not-started'),
    });
    // Their failure is reported to waiting callers; there may be none.
    for (const { promise } of [this.#ready, this.#outcome] as const) promise.catch(() => undefined);
  }

  /** Resolves when the child has loaded its code. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }
  get pid(): number {
    return this.#child.pid;
  }
  /** Whether it can be given another task. */
  get usable(): boolean {
    return this.#usable;
  }

  async run(task: Task, { signal, onProgress }: TaskOptions): Promise<Result> {
    this.#onProgress = onProgress;
    return withAbort(
      signal,
      () => this.#end(signal.reason, 'aborted'),
      () => this.#perform(task),
    );
  }

  kill(why: SandboxEnd): void {
    this.#end(new AppError('SERVICE_UNAVAILABLE', 'The child process was closed'), why);
  }

  async #perform(task: Task): Promise<Result> {
    const { limits, reads } = this.#options;
    const started = beginTask();
    this.#running = started;
    this.#outcome = Promise.withResolvers();
    this.#child.send(task);
    watchTask(started, this.pid, limits).then(
      (limit) => limit && this.#end(limitReached(reads, limit), limit),
      (error: unknown) => this.#end(error, 'aborted'),
    );
    try {
      return await this.#outcome.promise;
    } finally {
      started.settled = true;
    }
  }

  #onReport(report: SandboxReport<Result>): void {
    if (report.kind === 'ready') {
      this.#isReady = true;
      this.#ready.resolve();
    } else if (report.kind === 'done') this.#outcome.resolve(report.result);
    else if (report.kind === 'failed') this.#outcome.reject(toError(report));
    else if (this.#running) {
      this.#running.progressAt = performance.now();
      if (report.progress) this.#onProgress?.(report.progress);
    }
  }

  #end(reason: unknown, why: SandboxEnd): void {
    if (this.#usable) this.#options.onEnd(why);
    this.#usable = false;
    this.#child.kill();
    this.#ready.reject(reason);
    this.#outcome.reject(reason);
  }
}

import { AppError } from '@docfleet/errors';
import type { ConverterEnd } from '@docfleet/runtime/metrics';
import type { ConversionLimits } from './limits.ts';
import { openChild } from './open-child.ts';
import type { ConversionReport, ConversionResult, ConversionTask } from './protocol.ts';
import { type Job, watchJob } from './watch-job.ts';

/** One warm child process, which converts one file at a time. */
export interface ConverterProcess {
  /** Resolves when the child has loaded its readers. */
  readonly ready: Promise<void>;
  readonly pid: number;
  /** Whether it can be given another file. */
  readonly usable: boolean;
  convert(task: Omit<ConversionTask, 'outputBytes'>, signal: AbortSignal): Promise<ConversionResult>;
  kill(why: ConverterEnd): void;
}

/** The rest of its memory is for what lies outside the heap. */
const heapShare = 0.75;
const heapMegabytes = ({ memoryBytes }: ConversionLimits) => Math.floor((memoryBytes * heapShare) / 2 ** 20);

function toError({ code, message, details, stack }: ConversionReport & { kind: 'failed' }): AppError {
  return new AppError(code, message, { details, ...(stack && { cause: new Error(stack) }) });
}

/** Why a child came to its end, in the words of the metrics. */
function endOf(reason: unknown): ConverterEnd {
  if (!(reason instanceof AppError)) return 'aborted';
  const { code, details } = reason;
  if (code === 'DOCUMENT_TOO_COMPLEX') return details['limit'] === 'time' ? 'time' : 'memory';
  return code === 'DOCUMENT_UNREADABLE' ? 'crash' : 'not-started';
}

export interface ConverterOptions {
  readonly script: string;
  readonly limits: ConversionLimits;
  readonly onEnd: (reason: ConverterEnd) => void;
}

/** Starts a child that runs `script`, which must call `serveConversions`; `onEnd` is told once why it came to its end. */
export function startConverterProcess({ script, limits, onEnd }: ConverterOptions): ConverterProcess {
  const ready = Promise.withResolvers<void>();
  let outcome = Promise.withResolvers<ConversionResult>();
  let job: Job | undefined;
  let usable = true;

  const end = (reason: unknown, why = endOf(reason)) => {
    if (usable) onEnd(why);
    usable = false;
    child.kill();
    ready.reject(reason);
    outcome.reject(reason);
  };
  const onReport = (report: ConversionReport) => {
    if (report.kind === 'ready') ready.resolve();
    else if (report.kind === 'done') outcome.resolve(report.result);
    else if (report.kind === 'failed') outcome.reject(toError(report));
    else if (job) job.heardAt = performance.now();
  };
  const child = openChild(script, heapMegabytes(limits), { onReport, onEnd: end });
  // Whoever waits for it meets the failure; nobody may be waiting.
  for (const { promise } of [ready, outcome] as const) promise.catch(() => undefined);

  async function work(task: ConversionTask): Promise<ConversionResult> {
    const now = performance.now();
    const started: Job = { startedAt: now, heardAt: now, settled: false };
    job = started;
    outcome = Promise.withResolvers();
    child.send(task);
    watchJob(started, child.pid, limits).then((reason) => reason && end(reason), end);
    try {
      return await outcome.promise;
    } finally {
      started.settled = true;
    }
  }

  return {
    ready: ready.promise,
    pid: child.pid,
    get usable() {
      return usable;
    },
    async convert(task, signal) {
      signal.throwIfAborted();
      const onAbort = () => end(signal.reason, 'aborted');
      signal.addEventListener('abort', onAbort, { once: true });
      return await work({ ...task, outputBytes: limits.outputBytes }).finally(() =>
        signal.removeEventListener('abort', onAbort),
      );
    },
    kill: (why) => end(new AppError('SERVICE_UNAVAILABLE', 'The reader of files was closed'), why),
  };
}

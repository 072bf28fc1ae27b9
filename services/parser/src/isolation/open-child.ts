import { AppError } from '@docfleet/errors';
import { tooComplex } from './limits.ts';
import type { ConversionReport, ConversionTask } from './protocol.ts';
import { startChild } from './start-child.ts';

const errorTailLength = 4_000;

export interface Child {
  readonly pid: number;
  send(task: ConversionTask): void;
  /** Ends it with all that it has started. */
  kill(): void;
}

export interface ChildEvents {
  onReport(report: ConversionReport): void;
  /** Once, when it cannot be used any more, with what to tell whoever waits for it. */
  onEnd(reason: AppError): void;
}

function crashError(errorOutput: string): AppError {
  if (/heap out of memory|Array buffer allocation failed/.test(errorOutput)) return tooComplex('memory');
  const cause = new Error(errorOutput || 'The process ended without a word');
  return new AppError('DOCUMENT_UNREADABLE', 'The file is damaged in a way that its reader did not survive', {
    cause,
  });
}

function killGroup(pid: number): void {
  try {
    // The whole group: programs that the child has started would go on without it.
    if (pid > 0) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Starts a child process for conversions and listens to it. */
export function openChild(script: string, heapMegabytes: number, { onReport, onEnd }: ChildEvents): Child {
  const child = startChild(script, heapMegabytes);
  const pid = child.pid ?? 0;
  let errorOutput = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errorOutput = (errorOutput + text).slice(-errorTailLength);
  });
  child.on('message', onReport);
  child.once('error', (cause) =>
    onEnd(new AppError('SERVICE_UNAVAILABLE', 'No process could be started to read files', { cause })),
  );
  child.once('close', () => onEnd(crashError(errorOutput)));
  return {
    pid,
    // What cannot be sent has a child that is gone, which `close` tells.
    send: (task) => child.send(task, () => undefined),
    kill: () => killGroup(pid),
  };
}

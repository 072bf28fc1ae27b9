import { startChild } from './start-child.ts';

const errorTailLength = 4_000;

export interface Child {
  readonly pid: number;
  send(task: object): void;
  /** Ends it with all processes that it has started. */
  kill(): void;
}

/** Reason why a child ended by itself: out of memory, by a crash, or because it could not be started. */
type ChildEnd = { readonly why: 'memory' | 'crash' | 'not-started'; readonly cause: Error };

export interface ChildEvents<Report> {
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
export function openChild<Report>(
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
    // Where it cannot be sent, the child is gone, which `close` reports.
    send: (task) => child.send(task, () => undefined),
    kill: () => killGroup(pid),
  };
}

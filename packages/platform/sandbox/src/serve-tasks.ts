import { Socket } from 'node:net';
import { AppError, type ErrorCode, type ErrorDetails } from '@docfleet/errors';

/** Message from a child process. */
export type SandboxReport<Result> =
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress'; readonly progress?: object | undefined }
  | { readonly kind: 'done'; readonly result: Result }
  | {
      readonly kind: 'failed';
      readonly code: ErrorCode;
      readonly message: string;
      readonly details: ErrorDetails;
      /** Stack of an unknown error, for the log. */
      readonly stack?: string | undefined;
    };

function toFailure(cause: unknown): SandboxReport<never> {
  const { code, message, details } = AppError.from(cause);
  const stack = code === 'INTERNAL_ERROR' && cause instanceof Error ? cause.stack : undefined;
  return { kind: 'failed', code, message, details, stack };
}

/**
 * Makes this child process perform the tasks that its parent sends, one after the other. `onProgress` resets the limit of time without
 * progress; the parent is given its argument.
 */
export function serveTasks<Task, Result>(
  perform: (task: Task, onProgress: (progress?: object) => void) => Promise<Result>,
): void {
  refuseNetwork();
  const report = (message: SandboxReport<Result>) => process.send?.(message);
  process.on('message', (task: Task) => {
    perform(task, (progress) => report({ kind: 'progress', progress })).then(
      (result) => report({ kind: 'done', result }),
      (cause: unknown) => report(toFailure(cause)),
    );
  });
  // A promise that an earlier task left behind must not fail the current one.
  process.on('unhandledRejection', (reason) => process.stderr.write(`${reason}\n`));
  // The parent is gone, and with it the reason to work.
  process.on('disconnect', () => process.exit());
  report({ kind: 'ready' });
}

/** A second lock where the process could not be started without a network: nothing in JavaScript opens a connection. */
function refuseNetwork(): void {
  Socket.prototype.connect = () => {
    throw new Error('A sandboxed task works without a network');
  };
}

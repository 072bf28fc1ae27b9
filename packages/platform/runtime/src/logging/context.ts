import { AsyncLocalStorage } from 'node:async_hooks';

/** Ids that belong in every line of a request or job. */
export interface LogContext {
  readonly requestId?: string;
  readonly [name: string]: string | number | undefined;
}

const storage = new AsyncLocalStorage<Record<string, string | number | undefined>>();

/** Runs `work` with `context` added to every line that it logs, at any depth. */
export function withLogContext<Result>(context: LogContext, work: () => Result): Result {
  return storage.run({ ...storage.getStore(), ...context }, work);
}

/** Adds ids that become known while a request or job is handled: earlier log lines of it lack them. */
export function addToLogContext(context: LogContext): void {
  Object.assign(storage.getStore() ?? {}, context);
}

/** The ids of the request or job that is being handled; empty outside of one. */
export function currentLogContext(): LogContext {
  return storage.getStore() ?? {};
}

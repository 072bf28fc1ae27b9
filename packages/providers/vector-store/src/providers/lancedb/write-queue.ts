import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@docfleet/errors';
import { foldWrites, type Write, type WriteBatch } from './write-batch.ts';

interface Waiting {
  readonly write: Write;
  readonly settle: { resolve(): void; reject(error: unknown): void };
}

export interface WriteQueue {
  /**
   * Resolves when the write is durable. On abort a write that waits is withdrawn and rejects; one that is being committed is waited for, for
   * `commitWaitMs` at most, so that its caller does not release the document while the write is still to take effect.
   */
  add(write: Write, signal: AbortSignal): Promise<void>;
  /** Resolves when nothing is waiting or under way. */
  idle(): Promise<void>;
}

/** A commit takes some 15 ms, and seconds beside many others. */
const commitWaitMs = 10_000;

/** Minimum of milliseconds between commits while writes keep coming: fewer commits of more rows, because the cost is per commit. */
const busyIntervalMs = 50;

type Commit = (batch: WriteBatch) => Promise<void>;

/** Commits writes in one batch and settles their promises; returns the error instead where it fails. */
async function tryCommit(commit: Commit, batch: readonly Waiting[]): Promise<unknown> {
  try {
    await commit(foldWrites(batch.map(({ write }) => write)));
  } catch (error) {
    return error ?? new Error('The commit failed');
  }
  for (const { settle } of batch) settle.resolve();
  return undefined;
}

const isRefusal = (error: unknown): boolean => error instanceof AppError && !error.retryable;

/**
 * Halves writes that failed together until those at fault stand alone, so that no document fails because of another. Where both halves fail with what
 * may pass, the fault is of the store: all are rejected, and tried again later.
 */
async function commitApart(commit: Commit, batch: readonly Waiting[], error: unknown): Promise<void> {
  if (batch.length === 1) {
    batch[0]?.settle.reject(error);
    return;
  }
  const middle = Math.ceil(batch.length / 2);
  const halves = [batch.slice(0, middle), batch.slice(middle)];
  const errors: unknown[] = [];
  for (const half of halves) errors.push(await tryCommit(commit, half));
  const isOfStore = errors.every((each) => each !== undefined && !isRefusal(each));
  for (const [index, half] of halves.entries()) {
    if (errors[index] === undefined) continue;
    if (isOfStore) for (const { settle } of half) settle.reject(errors[index]);
    else await commitApart(commit, half, errors[index]);
  }
}

/**
 * Commits one batch at a time; writes that arrive meanwhile make up the next one. A commit costs some 15 ms however small it is, so
 * that many concurrent writes cost little more than one. `tidy` is called after each, once its writers know of it, and the next
 * begins when it ends; if it fails, the next call completes it.
 */
export function createWriteQueue(
  commit: Commit,
  tidy: () => Promise<void> = async () => undefined,
  waitMs = commitWaitMs,
): WriteQueue {
  let waiting: Waiting[] = [];
  let running: Promise<void> | undefined;

  async function commitAll(): Promise<void> {
    while (waiting.length > 0) {
      const pace = sleep(busyIntervalMs);
      const batch = waiting;
      waiting = [];
      const error = await tryCommit(commit, batch);
      if (error !== undefined) await commitApart(commit, batch, error);
      await tidy().catch(() => undefined);
      await pace;
    }
    running = undefined;
  }

  return {
    add(write, signal) {
      signal.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const entry: Waiting = { write, settle: { resolve, reject } };
      let timer: NodeJS.Timeout | undefined;
      const onAbort = () => {
        const isWaiting = waiting.includes(entry);
        waiting = waiting.filter((one) => one !== entry);
        if (isWaiting) reject(signal.reason);
        else timer = setTimeout(() => reject(signal.reason), waitMs);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      waiting.push(entry);
      running ??= commitAll();
      return promise.finally(() => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      });
    },
    idle: async () => running,
  };
}

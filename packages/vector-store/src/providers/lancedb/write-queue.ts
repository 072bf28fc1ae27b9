import { setTimeout as sleep } from 'node:timers/promises';
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

/** While writes keep coming, commits begin so far apart: fewer commits of more rows, which is what they cost by. */
const busyIntervalMs = 50;

/**
 * Commits one batch at a time; what arrives meanwhile makes up the next one. A commit costs some 15 ms however
 * little it holds, so that many documents written at once cost little more than one. `tidy` is called after each, once its writers know of
 * it, and the next begins when it ends; when it fails, the next call does what it has left undone.
 */
export function createWriteQueue(
  commit: (batch: WriteBatch) => Promise<void>,
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
      await commit(foldWrites(batch.map(({ write }) => write))).then(
        () =>
          batch.forEach(({ settle }) => {
            settle.resolve();
          }),
        (error: unknown) =>
          batch.forEach(({ settle }) => {
            settle.reject(error);
          }),
      );
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

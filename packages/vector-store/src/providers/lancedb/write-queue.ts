import { setTimeout as sleep } from 'node:timers/promises';
import { foldWrites, type Write, type WriteBatch } from './write-batch.ts';

interface Waiting {
  readonly write: Write;
  readonly settle: { resolve(): void; reject(error: unknown): void };
}

export interface WriteQueue {
  /** Resolves when the write is durable; rejects early on abort, though a write under way still happens. */
  add(write: Write, signal: AbortSignal): Promise<void>;
  /** Resolves when nothing is waiting or under way. */
  idle(): Promise<void>;
}

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
      return new Promise((resolve, reject) => {
        const onAbort = () => reject(signal.reason);
        const withoutListener =
          <Arguments extends unknown[]>(settle: (...values: Arguments) => void) =>
          (...values: Arguments) => {
            signal.removeEventListener('abort', onAbort);
            settle(...values);
          };
        signal.addEventListener('abort', onAbort, { once: true });
        waiting.push({
          write,
          settle: { resolve: withoutListener(resolve), reject: withoutListener(reject) },
        });
        running ??= commitAll();
      });
    },
    idle: async () => running,
  };
}

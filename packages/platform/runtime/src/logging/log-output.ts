import { mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Bytes that wait for a device that takes none, such as a full disk; later lines are dropped and counted. */
const maxWaitingBytes = 1 << 20;
const retryMs = 200;

/**
 * Opens a file for appending, or standard output. Writing never throws and never blocks on a device that is full, slow or closed: a log
 * must not stop the program that it reports on.
 */
export function openLogOutput(file?: string): { write(line: string): void } {
  if (file !== undefined) mkdirSync(dirname(file), { recursive: true });
  const descriptor = file === undefined ? 1 : openSync(file, 'a');
  let waiting: Buffer = Buffer.alloc(0);
  let dropped = 0;
  let retry: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(retry);
    retry = undefined;
    try {
      while (waiting.length > 0) waiting = waiting.subarray(writeSync(descriptor, waiting));
    } catch {
      retry ??= setTimeout(flush, retryMs).unref();
      return;
    }
    if (dropped > 0) {
      const count = dropped;
      dropped = 0;
      write(
        `${JSON.stringify({ level: 40, time: Date.now(), dropped: count, msg: 'log lines were lost while they could not be written' })}\n`,
      );
    }
  }
  function write(line: string): void {
    const bytes = Buffer.from(line);
    if (waiting.length + bytes.length > maxWaitingBytes) dropped += 1;
    else waiting = waiting.length === 0 ? bytes : Buffer.concat([waiting, bytes]);
    if (retry === undefined) flush();
  }
  return { write };
}

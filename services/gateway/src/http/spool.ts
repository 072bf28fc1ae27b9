import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@docfleet/errors';
import { limits } from '@docfleet/runtime/config';
import type { Metrics } from '@docfleet/runtime/metrics';
import type { Task } from '@docfleet/runtime/service';

/** Older than any upload that may still be under way, also of another gateway that shares the folder. */
const abandonedAfterMs = 3_600_000;

/** The names of uploads: the folder may be one that other programs use as well. */
const uploadName = /^upload-[0-9a-f-]{36}$/;

/** Removes the uploads that a gateway left when it was killed; returns the bytes of those that are under way. */
export async function cleanSpool(directory: string, now: number = Date.now()): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(directory)) {
    if (!uploadName.test(name)) continue;
    const file = join(directory, name);
    const found = await stat(file).catch(() => undefined);
    if (!found?.isFile()) continue;
    if (now - found.mtimeMs > abandonedAfterMs) await rm(file, { force: true });
    else bytes += found.size;
  }
  return bytes;
}

/** Cleans and measures the spool at once and every five minutes: what a killed gateway left is young when the next one starts. */
export const spoolTask = (directory: string, metrics: Pick<Metrics, 'diskMeasured'>): Task => ({
  name: 'clean-spool',
  everyMs: 300_000,
  run: async () => metrics.diskMeasured('spool', await cleanSpool(directory)),
});

const retryAfterMs = 5_000;

/** Counts what the uploads of each key take of the spool in this process. */
export interface SpoolQuotas {
  /** Counts one more upload of a key; throws RATE_LIMIT_EXCEEDED when it has too many under way. */
  open(apiKeyId: string): SpoolQuota;
}

export interface SpoolQuota {
  /** Counts bytes that were spooled; throws RATE_LIMIT_EXCEEDED when the key's uploads have too many together. */
  add(bytes: number): void;
  /** The upload has ended and its file is gone. */
  close(): void;
}

const refused = (message: string) =>
  new AppError('RATE_LIMIT_EXCEEDED', message, { details: { retryAfterMs } });

export function createSpoolQuotas({
  uploads: maxUploads = limits.uploadsPerKey as number,
  bytes: maxBytes = limits.spoolBytesPerKey as number,
} = {}): SpoolQuotas {
  const keys = new Map<string, { uploads: number; bytes: number }>();
  return {
    open(apiKeyId) {
      const used = keys.get(apiKeyId) ?? { uploads: 0, bytes: 0 };
      if (used.uploads >= maxUploads) throw refused(`The key has ${maxUploads} uploads under way`);
      keys.set(apiKeyId, used);
      used.uploads += 1;
      let own = 0;
      return {
        add(bytes) {
          own += bytes;
          used.bytes += bytes;
          if (used.bytes > maxBytes)
            throw refused(
              `The uploads of the key that are under way have more than ${maxBytes} bytes together`,
            );
        },
        close() {
          used.bytes -= own;
          used.uploads -= 1;
          own = 0;
          if (used.uploads === 0) keys.delete(apiKeyId);
        },
      };
    },
  };
}

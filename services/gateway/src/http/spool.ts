import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@docfleet/errors';
import { limits } from '@docfleet/runtime/config';
import type { Metrics } from '@docfleet/runtime/metrics';
import type { Task } from '@docfleet/runtime/service';

/** Age in milliseconds from which an upload counts as abandoned: longer than any upload, also of another gateway that shares the folder. */
const abandonedAfterMs = 3_600_000;

/** Pattern of the names of uploads: other programs may use the folder as well. */
const uploadName = /^upload-[0-9a-f-]{36}$/;

/** Removes uploads that a killed gateway left; returns the total size in bytes of those that remain. */
export async function cleanSpool(directory: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(directory)) {
    if (!uploadName.test(name)) continue;
    const file = join(directory, name);
    const found = await stat(file).catch(() => undefined);
    if (!found?.isFile()) continue;
    if (Date.now() - found.mtimeMs > abandonedAfterMs) await rm(file, { force: true });
    else bytes += found.size;
  }
  return bytes;
}

/**
 * Returns the task that cleans and measures the spool at startup and every five minutes: an upload that a killed gateway left may be too
 * young at the next start.
 */
export const spoolTask = (directory: string, metrics: Pick<Metrics, 'diskMeasured'>): Task => ({
  name: 'clean-spool',
  everyMs: 300_000,
  run: async () => metrics.diskMeasured('spool', await cleanSpool(directory)),
});

const retryAfterMs = 5_000;

/** Limits the uploads in progress of each key in this process. */
export interface SpoolQuotas {
  /** Counts one more upload of a key; throws RATE_LIMIT_EXCEEDED when it has too many under way. */
  open(apiKeyId: string): SpoolQuota;
}

export interface SpoolQuota {
  /** Counts bytes that were spooled; throws RATE_LIMIT_EXCEEDED when the key's uploads have too many together. */
  add(bytes: number): void;
  /** Ends the count of the upload, whose file is removed. */
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

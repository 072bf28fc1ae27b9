import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Older than any upload that may still be under way, also of another gateway that shares the folder. */
const abandonedAfterMs = 3_600_000;

/** Removes the uploads that a gateway left when it was killed. */
export async function cleanSpool(directory: string, now: number = Date.now()): Promise<void> {
  for (const name of await readdir(directory)) {
    const file = join(directory, name);
    const found = await stat(file).catch(() => undefined);
    if (found?.isFile() && now - found.mtimeMs > abandonedAfterMs) await rm(file, { force: true });
  }
}

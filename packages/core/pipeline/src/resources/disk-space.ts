import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@docfleet/errors';

const blockBytes = 512;

/** Returns what the files below a folder take of the disk, in bytes; undefined where there is no such folder. Files that go meanwhile count or not. */
export async function measureFolder(folder: string, signal: AbortSignal): Promise<number | undefined> {
  if (!(await stat(folder).catch(() => undefined))) return undefined;
  let bytes = 0;
  const folders = [folder];
  for (let current = folders.pop(); current !== undefined; current = folders.pop()) {
    signal.throwIfAborted();
    for (const entry of await readdir(current, { withFileTypes: true }).catch(() => [])) {
      const path = join(current, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else bytes += ((await stat(path).catch(() => undefined))?.blocks ?? 0) * blockBytes;
    }
  }
  return bytes;
}

/** The disk of an installation's own data. */
export interface DiskSpace {
  /** Rejects with SERVICE_UNAVAILABLE while less is free than has to be. */
  require(): Promise<void>;
  /** Tests whether less is free than has to be. */
  isFull(): Promise<boolean>;
}

const measuredEveryMs = 1_000;
const retryAfterMs = 30_000;
const megabyte = 2 ** 20;

const full = (directory: string, free: number, minFree: number) =>
  new AppError(
    'SERVICE_UNAVAILABLE',
    `Only ${Math.floor(free / megabyte)} MB of the disk are free, and ${Math.floor(minFree / megabyte)} have to be: nothing is accepted or worked on until there is room. What was accepted before waits`,
    { details: { reason: `MIN_FREE_DISK_MB at ${directory}`, retryAfterMs } },
  );

/** Opens the measurement of the disk that holds a folder; it is measured once a second at most. `minFree` is in bytes; 0 measures nothing. */
export function createDiskSpace(directory: string, minFree: number): DiskSpace {
  let measured: Promise<number> | undefined;
  let freshUntil = 0;

  async function measure(): Promise<number> {
    // A folder that is not there yet, or a system without this call, is not full.
    const found = await statfs(directory).catch(() => undefined);
    return found ? found.bavail * found.bsize : Number.POSITIVE_INFINITY;
  }

  /** Returns the free bytes; everything that is needed where nothing is measured. */
  async function freeBytes(): Promise<number> {
    if (minFree === 0) return minFree;
    if (!measured || performance.now() > freshUntil) {
      measured = measure();
      freshUntil = performance.now() + measuredEveryMs;
    }
    return await measured;
  }

  return {
    async require() {
      const free = await freeBytes();
      if (free < minFree) throw full(directory, free, minFree);
    },
    isFull: async () => (await freeBytes()) < minFree,
  };
}

import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

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
